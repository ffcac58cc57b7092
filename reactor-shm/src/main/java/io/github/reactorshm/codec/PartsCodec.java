package io.github.reactorshm.codec;

import java.lang.foreign.MemorySegment;
import java.util.Map;

import io.github.reactorshm.ShmCodec;
import io.github.reactorshm.ShmFrame;
import io.github.reactorshm.error.ShmCodecException;

/**
 * Several named tensors in one slot. Each frame says their names, types and shapes, so they may differ from frame to frame. The
 * data are written straight into the slot, each tensor's 64-byte aligned; {@link #view} reads them there, {@link #decode} copies
 * them. Immutable, for any number of threads.
 *
 * <p>
 * The frame's layout: magic {@code RSHPART1} (8 bytes); the number of parts, 1 to 1024 (4 bytes); zero (4 bytes); an entry for
 * each part; then the data of each part in the same order, in C order, each from the first multiple of 64 behind what precedes
 * it, with zeros between. The frame ends with the last part's data. An entry: the name of the element type as NumPy writes it,
 * then zeros (8 bytes); the rank r, 0 to 32 (4 bytes); the length n of the part's name (4 bytes); the size of each dimension (8 r
 * bytes); the part's name, 1 to 255 bytes of UTF-8, then zeros up to a multiple of 8. All little-endian.
 */
public final class PartsCodec implements ShmCodec<Parts> {

    /** What frames of parts are; another version of their layout has another content type. */
    public static final String CONTENT_TYPE = "application/vnd.reactor-shm.parts;v=1";

    private final long slotSize;
    private final Map<String, String> attributes;

    private PartsCodec(long slotSize, Map<String, String> attributes) {
        this.slotSize = slotSize;
        this.attributes = attributes;
    }

    /**
     * A codec for slots of so many bytes.
     *
     * @param slotSize the size of a slot in bytes, at least the {@link #frameSize} of the largest parts; 0 for a source, or if
     *        the sink's builder says it
     * @return a codec
     */
    public static PartsCodec ofSlotSize(long slotSize) {
        return new PartsCodec(slotSize, Map.of());
    }

    /**
     * A codec for parts of these names, types and shapes, and others that do not take more bytes.
     *
     * @param largest the parts, whose data are neither read nor written
     * @return a codec
     */
    public static PartsCodec of(Parts largest) {
        return new PartsCodec(frameSize(largest), Map.of());
    }

    /**
     * The same codec with attributes, which travel once: what else a consumer should know of all frames.
     *
     * @param more at most 4096 bytes encoded; they replace those that were there. Defaults to none
     * @return a new codec
     */
    public PartsCodec withAttributes(Map<String, String> more) {
        return new PartsCodec(slotSize, Map.copyOf(more));
    }

    /**
     * The size of a frame.
     *
     * @param parts the parts, whose data are neither read nor written
     * @return bytes, with the table and the gaps
     */
    public static long frameSize(Parts parts) {
        return SectionFormat.frameSize(parts.list());
    }

    /**
     * The parts of a frame, in place: nothing is copied.
     *
     * @param frame an open frame, which stays the caller's to close
     * @return parts whose data are read-only, and must not be used after the frame was closed
     * @throws ShmCodecException if the frame holds no parts; the message says what is wrong with it
     * @throws io.github.reactorshm.error.ShmFrameClosedException if the frame is closed
     */
    public static Parts view(ShmFrame frame) {
        return new Parts(SectionReader.view(SectionFormat.PARTS, frame));
    }

    @Override
    public String contentType() {
        return CONTENT_TYPE;
    }

    @Override
    public Map<String, String> attributes() {
        return attributes;
    }

    @Override
    public long slotSize() {
        return slotSize;
    }

    @Override
    public long encode(Parts value, MemorySegment slot) {
        return SectionFormat.PARTS.write(value.list(), slot);
    }

    /** A copy of the frame's parts, see {@link Tensor#copy()}. */
    @Override
    public Parts decode(ShmFrame frame) {
        return view(frame).copy();
    }
}
