package io.github.reactorshm.codec;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles.Lookup;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

import io.github.reactorshm.ShmCodec;
import io.github.reactorshm.ShmFrame;
import io.github.reactorshm.error.ShmCodecException;
import io.github.reactorshm.error.ShmFrameTooLargeException;

/**
 * Records of primitive components, and of records of them, as the struct that a C compiler makes of the same fields: in their order,
 * little-endian, each at the next multiple of its own size, padded at the end to the largest of these. A {@code boolean} is one
 * byte, 0 or 1; a {@code char} is an unsigned 16-bit number. Immutable, for any number of threads.
 *
 * <p>
 * The content type holds the components' names and types, so a source whose record has others, or another order, is refused. The
 * names of the record classes do not matter.
 *
 * @param <R> the record
 */
public final class RecordCodec<R extends Record> implements ShmCodec<R> {

    private static final String CONTENT_TYPE = "application/vnd.reactor-shm.record;layout=";
    private static final int MAX_CONTENT_TYPE_BYTES = 255;

    private final Class<R> type;
    private final StructLayout layout;
    private final String contentType;
    private final MethodHandle writer;
    private final MethodHandle reader;

    private RecordCodec(Class<R> type, Lookup lookup) {
        this.type = type;
        this.layout = RecordStructure.of(type);
        this.contentType = contentType(RecordStructure.describe(type));
        RecordHandles handles = new RecordHandles(lookup);
        this.writer = handles.writer(type, layout);
        this.reader = handles.reader(type, layout);
    }

    /**
     * A codec for a record.
     *
     * @param type the record's class
     * @param lookup sees the canonical constructors and the accessors of the record and of those in it: the caller's
     *        {@code MethodHandles.lookup()}
     * @param <R> the record
     * @return a codec
     * @throws IllegalArgumentException if a component is neither primitive nor a record, naming it and its type; if there is none; or
     *         if the lookup does not see the record
     */
    public static <R extends Record> RecordCodec<R> of(Class<R> type, Lookup lookup) {
        return new RecordCodec<>(type, lookup);
    }

    /**
     * How a record lies in its frame, for native readers and for reading single components in place.
     *
     * @return a struct whose members have the components' names
     */
    public StructLayout layout() {
        return layout;
    }

    /**
     * The layout in one line.
     *
     * @return such as {@code application/vnd.reactor-shm.record;layout="id:<i8,from:{x:<f4,y:<f4},valid:|b1"}; where that would have
     *         more than 255 bytes, {@code layout=sha256-} and the hash of what stands between the quotes
     */
    @Override
    public String contentType() {
        return contentType;
    }

    @Override
    public long slotSize() {
        return layout.byteSize();
    }

    @Override
    public long encode(R value, MemorySegment slot) {
        long size = layout.byteSize();
        if (size > slot.byteSize()) {
            throw new ShmFrameTooLargeException(size, slot.byteSize());
        }
        // What pads must not be what an earlier frame left there.
        slot.asSlice(0, size).fill((byte) 0);
        try {
            writer.invokeExact(slot, (Record) value);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException("an accessor of record " + type.getName() + " threw " + e, e);
        }
        return size;
    }

    /**
     * Makes a record of a frame.
     *
     * @throws ShmCodecException if the frame has another length, a boolean is neither 0 nor 1, or the record's constructor
     *         throws, which is then the cause
     */
    @Override
    public R decode(ShmFrame frame) {
        return decode(frame.segment(), Refusal.of(frame));
    }

    R decode(MemorySegment payload, Refusal refusal) {
        if (payload.byteSize() != layout.byteSize()) {
            throw refusal.because("record " + type.getName() + " takes " + layout.byteSize());
        }
        try {
            return type.cast((Record) reader.invokeExact(payload));
        } catch (Error e) {
            throw e;
        } catch (Throwable e) {
            throw refusal.because("no record " + type.getName() + " can be made of it: " + e, e);
        }
    }

    private static String contentType(String description) {
        String readable = CONTENT_TYPE + '"' + description + '"';
        return readable.getBytes(StandardCharsets.UTF_8).length <= MAX_CONTENT_TYPE_BYTES
                ? readable
                : CONTENT_TYPE + "sha256-" + sha256(description);
    }

    private static String sha256(String text) {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
