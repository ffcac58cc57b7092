package io.github.reactorshm.codec;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;

import io.github.reactorshm.error.ShmFrameTooLargeException;

/**
 * The frames of tensors and parts: a header, a table that names, types and shapes the sections, and the sections themselves in
 * the table's order, each at the first multiple of 64 behind what precedes it. So no offset is stored, and none can be wrong.
 *
 * <pre>
 *   offset  bytes  field
 *        0      8  magic: the letters "RSHTENS1" or "RSHPART1"
 *        8      4  number of sections
 *       12      4  zero
 *       16         table: an entry for each section, from a multiple of 8
 *                  the sections' bytes
 *
 *   an entry
 *        0      8  type of the elements: the name as NumPy writes it, ASCII, then zeros
 *        8      4  rank r, 0 to 32
 *       12      4  length n of the name in bytes, 1 to 255; 0 in a tensor's frame
 *       16    8 r  size of each dimension, not negative
 *  16 + 8r      n  name, UTF-8, then zeros up to a multiple of 8
 * </pre>
 *
 * All numbers are little-endian. Gaps are zeros. The frame ends where its last section ends.
 */
enum SectionFormat {
    /** One section without a name, {@link TensorCodec}. */
    TENSOR(0x3153_4e45_5448_5352L, 1, 0, 0),
    /** Sections of different names, {@link PartsCodec}. */
    PARTS(0x3154_5241_5048_5352L, Parts.MAX_PARTS, 1, Part.MAX_NAME_BYTES);

    /** Sections begin at multiples of this, in bytes: a cache line, and the widest vector register. */
    static final long ALIGNMENT = 64;

    static final long MAGIC_OFFSET = 0;
    static final long COUNT_OFFSET = 8;
    static final long TABLE_OFFSET = 16;

    static final long TYPE_OFFSET = 0;
    static final long RANK_OFFSET = 8;
    static final long NAME_LENGTH_OFFSET = 12;
    static final long SIZES_OFFSET = 16;

    private static final long ENTRY_ALIGNMENT = 8;

    private final long magic;
    private final int maxSections;
    private final int minNameBytes;
    private final int maxNameBytes;

    SectionFormat(long magic, int maxSections, int minNameBytes, int maxNameBytes) {
        this.magic = magic;
        this.maxSections = maxSections;
        this.minNameBytes = minNameBytes;
        this.maxNameBytes = maxNameBytes;
    }

    long magic() {
        return magic;
    }

    int maxSections() {
        return maxSections;
    }

    int minNameBytes() {
        return minNameBytes;
    }

    int maxNameBytes() {
        return maxNameBytes;
    }

    /** The bytes that a frame of one section without a name takes. */
    static long frameSize(Shape shape) {
        return aligned(TABLE_OFFSET + entrySize(shape.rank(), 0)) + shape.byteSize();
    }

    /** The bytes that a frame of these sections takes. */
    static long frameSize(List<Part> parts) {
        long end = tableEnd(parts);
        for (Part part : parts) {
            end = aligned(end) + part.tensor().byteSize();
        }
        return end;
    }

    /**
     * Writes a frame; tensors that are written in place are asked to, in their order.
     *
     * @return its length
     * @throws ShmFrameTooLargeException if it does not fit; then nothing is written
     */
    long write(List<Part> parts, MemorySegment slot) {
        long size = frameSize(parts);
        if (size > slot.byteSize()) {
            throw new ShmFrameTooLargeException(size, slot.byteSize());
        }
        long end = tableEnd(parts);
        slot.asSlice(0, end).fill((byte) 0);
        slot.set(LittleEndian.LONG, MAGIC_OFFSET, magic);
        slot.set(LittleEndian.INT, COUNT_OFFSET, parts.size());
        long entry = TABLE_OFFSET;
        for (Part part : parts) {
            entry = writeEntry(part, slot, entry);
        }
        for (Part part : parts) {
            long start = aligned(end);
            slot.asSlice(end, start - end).fill((byte) 0);
            end = start + part.tensor().byteSize();
            part.tensor().write(slot.asSlice(start, end - start));
        }
        return end;
    }

    private static long writeEntry(Part part, MemorySegment slot, long entry) {
        Shape shape = part.tensor().layout();
        byte[] name = part.utf8();
        slot.set(LittleEndian.LONG, entry + TYPE_OFFSET, shape.type().code());
        slot.set(LittleEndian.INT, entry + RANK_OFFSET, shape.rank());
        slot.set(LittleEndian.INT, entry + NAME_LENGTH_OFFSET, name.length);
        long at = entry + SIZES_OFFSET;
        for (int axis = 0; axis < shape.rank(); axis++) {
            slot.set(LittleEndian.LONG, at, shape.size(axis));
            at += Long.BYTES;
        }
        MemorySegment.copy(name, 0, slot, ValueLayout.JAVA_BYTE, at, name.length);
        return entry + entrySize(shape.rank(), name.length);
    }

    private static long tableEnd(List<Part> parts) {
        long end = TABLE_OFFSET;
        for (Part part : parts) {
            end += entrySize(part.tensor().layout().rank(), part.utf8().length);
        }
        return end;
    }

    static long entrySize(int rank, int nameBytes) {
        return SIZES_OFFSET + (long) Long.BYTES * rank + up(nameBytes, ENTRY_ALIGNMENT);
    }

    /** The first place for a section that is not before the offset. */
    static long aligned(long offset) {
        return up(offset, ALIGNMENT);
    }

    private static long up(long value, long powerOfTwo) {
        return (value + powerOfTwo - 1) & -powerOfTwo;
    }
}
