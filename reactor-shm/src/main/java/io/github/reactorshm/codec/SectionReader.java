package io.github.reactorshm.codec;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import io.github.reactorshm.ShmFrame;
import io.github.reactorshm.error.ShmCodecException;

/**
 * Reads the table of a frame that another process wrote, and may still write: every number is read once, checked, then used.
 * Single-use, for one thread.
 */
final class SectionReader {

    private final SectionFormat format;
    private final MemorySegment payload;
    private final Refusal refusal;
    private long at = SectionFormat.TABLE_OFFSET;

    SectionReader(SectionFormat format, MemorySegment payload, Refusal refusal) {
        this.format = format;
        this.payload = payload;
        this.refusal = refusal;
    }

    /**
     * The sections of a frame, in place.
     *
     * @throws ShmCodecException if it is no frame of that format
     */
    static List<Part> view(SectionFormat format, ShmFrame frame) {
        return new SectionReader(format, frame.segment(), Refusal.of(frame)).read();
    }

    List<Part> read() {
        int count = readHeader();
        List<Entry> entries = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (int i = 0; i < count; i++) {
            Entry entry = readEntry(i);
            if (!names.add(entry.name)) {
                throw refusal.because("two sections are named '" + entry.name + "'");
            }
            entries.add(entry);
        }
        return slice(entries);
    }

    private int readHeader() {
        long length = payload.byteSize();
        if (length < SectionFormat.TABLE_OFFSET) {
            throw refusal.because("a header alone takes " + SectionFormat.TABLE_OFFSET);
        }
        long magic = payload.get(LittleEndian.LONG, SectionFormat.MAGIC_OFFSET);
        if (magic != format.magic()) {
            throw refusal.because(String.format("it begins with %016x instead of %016x", magic, format.magic()));
        }
        int count = payload.get(LittleEndian.INT, SectionFormat.COUNT_OFFSET);
        if (count < 1 || count > format.maxSections()) {
            throw refusal.because("it says " + count + " sections, allowed are 1 to " + format.maxSections());
        }
        return count;
    }

    private Entry readEntry(int number) {
        if (payload.byteSize() - at < SectionFormat.SIZES_OFFSET) {
            throw refusal.because(section(number) + "its entry at " + at + " is cut off");
        }
        long code = payload.get(LittleEndian.LONG, at + SectionFormat.TYPE_OFFSET);
        int rank = payload.get(LittleEndian.INT, at + SectionFormat.RANK_OFFSET);
        int nameBytes = payload.get(LittleEndian.INT, at + SectionFormat.NAME_LENGTH_OFFSET);
        check(number, "rank", rank, 0, Shape.MAX_RANK);
        check(number, "length of the name", nameBytes, format.minNameBytes(), format.maxNameBytes());
        long size = SectionFormat.entrySize(rank, nameBytes);
        if (payload.byteSize() - at < size) {
            throw refusal.because(section(number) + "its entry of " + size + " bytes at " + at + " is cut off");
        }
        long sizesAt = at + SectionFormat.SIZES_OFFSET;
        Shape shape = readShape(number, code, sizesAt, rank);
        String name = readName(number, sizesAt + (long) Long.BYTES * rank, nameBytes);
        at += size;
        return new Entry(name, shape);
    }

    private Shape readShape(int number, long code, long sizesAt, int rank) {
        ElementType type = ElementType.find(code);
        if (type == null) {
            throw refusal.because(String.format("%sno element type has the code %016x", section(number), code));
        }
        long[] sizes = new long[rank];
        for (int axis = 0; axis < rank; axis++) {
            sizes[axis] = payload.get(LittleEndian.LONG, sizesAt + (long) Long.BYTES * axis);
        }
        try {
            return new Shape(type, sizes);
        } catch (IllegalArgumentException e) {
            throw refusal.because(section(number) + e.getMessage());
        }
    }

    private String readName(int number, long nameAt, int nameBytes) {
        byte[] utf8 = payload.asSlice(nameAt, nameBytes).toArray(ValueLayout.JAVA_BYTE);
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(utf8)).toString();
        } catch (CharacterCodingException e) {
            throw refusal.because(section(number) + "its name of " + nameBytes + " bytes is not UTF-8");
        }
    }

    private List<Part> slice(List<Entry> entries) {
        List<Part> parts = new ArrayList<>(entries.size());
        long end = at;
        for (Entry entry : entries) {
            long start = SectionFormat.aligned(end);
            long size = entry.shape.byteSize();
            if (start > payload.byteSize() || size > payload.byteSize() - start) {
                throw refusal.because(section(parts.size()) + size + " bytes from " + start
                        + " on, a tensor of " + entry.shape + ", are not inside");
            }
            end = start + size;
            parts.add(Part.read(entry.name, Tensor.of(entry.shape, payload.asSlice(start, size))));
        }
        if (end != payload.byteSize()) {
            throw refusal.because("its sections end at " + end);
        }
        return parts;
    }

    private void check(int number, String what, int value, int least, int most) {
        if (value < least || value > most) {
            throw refusal.because(section(number) + what + " is " + value + ", allowed are " + least + " to " + most);
        }
    }

    private static String section(int number) {
        return "section " + number + ": ";
    }

    private record Entry(String name, Shape shape) {}
}
