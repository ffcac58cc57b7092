package io.github.reactorshm.codec;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Map;

import io.github.reactorshm.ShmCodec;
import io.github.reactorshm.ShmFrame;
import io.github.reactorshm.error.ShmCodecException;

/**
 * Tensors of any type and shape. Each frame says its type and shape, so they may differ from frame to frame. The data are
 * written straight into the slot, 64-byte aligned; {@link #view} reads them there, {@link #decode} copies them. Immutable,
 * for any number of threads.
 *
 * <p>
 * The frame's layout: magic {@code RSHTENS1} (8 bytes); 1, the number of sections (4 bytes); zero (4 bytes); the name of the
 * element type as NumPy writes it, then zeros (8 bytes); the rank r, 0 to 32 (4 bytes); zero (4 bytes); the size of each
 * dimension (8 r bytes); zeros up to the next multiple of 64; the data in C order, to the frame's end. All little-endian.
 */
public final class TensorCodec implements ShmCodec<Tensor> {

    /** What frames of tensors are; another version of their layout has another content type. */
    public static final String CONTENT_TYPE = "application/vnd.reactor-shm.tensor;v=1";

    private final long slotSize;
    private final Map<String, String> attributes;

    private TensorCodec(long slotSize, Map<String, String> attributes) {
        this.slotSize = slotSize;
        this.attributes = attributes;
    }

    /**
     * A codec for slots of so many bytes.
     *
     * @param slotSize the size of a slot in bytes, at least the {@link #frameSize} of the largest tensor; 0 for a source, or if
     *        the sink's builder says it
     * @return a codec
     */
    public static TensorCodec ofSlotSize(long slotSize) {
        return new TensorCodec(slotSize, Map.of());
    }

    /**
     * A codec for tensors of this type and shape, and others that do not take more bytes.
     *
     * @param type the elements' type
     * @param shape the size of each dimension
     * @return a codec
     * @throws IllegalArgumentException if the shape is not allowed
     */
    public static TensorCodec of(ElementType type, long... shape) {
        return new TensorCodec(frameSize(type, shape), Map.of());
    }

    /**
     * The same codec with attributes, which travel once: what else a consumer should know of all frames.
     *
     * @param more at most 4096 bytes encoded; they replace those that were there. Defaults to none
     * @return a new codec
     */
    public TensorCodec withAttributes(Map<String, String> more) {
        return new TensorCodec(slotSize, Map.copyOf(more));
    }

    /**
     * The size of a frame.
     *
     * @param type the elements' type
     * @param shape the size of each dimension
     * @return bytes, with the header
     * @throws IllegalArgumentException if the shape is not allowed
     */
    public static long frameSize(ElementType type, long... shape) {
        return SectionFormat.frameSize(new Shape(type, shape));
    }

    /**
     * The tensor of a frame, in place: nothing is copied.
     *
     * @param frame an open frame, which stays the caller's to close
     * @return a tensor whose data are read-only, and must not be used after the frame was closed
     * @throws ShmCodecException if the frame holds no tensor; the message says what is wrong with it
     * @throws io.github.reactorshm.error.ShmFrameClosedException if the frame is closed
     */
    public static Tensor view(ShmFrame frame) {
        return SectionReader.view(SectionFormat.TENSOR, frame).getFirst().tensor();
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
    public long encode(Tensor value, MemorySegment slot) {
        return SectionFormat.TENSOR.write(List.of(Part.unnamed(value)), slot);
    }

    /** A copy of the frame's tensor, see {@link Tensor#copy()}. */
    @Override
    public Tensor decode(ShmFrame frame) {
        return view(frame).copy();
    }
}
