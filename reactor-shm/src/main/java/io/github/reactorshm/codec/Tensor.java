package io.github.reactorshm.codec;

import java.lang.foreign.MemorySegment;
import java.util.Objects;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

/**
 * Numbers of one type in one or more dimensions, in C order (the last index runs fastest), without gaps, little-endian.
 *
 * <p>
 * A tensor <b>has data</b>, a segment that it refers to and never copies by itself; or it <b>is written</b> by a function
 * straight into the slot when it is encoded, see {@link #writing}.
 *
 * <p>
 * <b>Threads.</b> A tensor is immutable but for its data, which belong to whoever made them: they must not change while a tensor
 * over them is encoded.
 *
 * <p>
 * <b>Equality</b> is identity: data may be large, may change and may be gone. Compare contents with
 * {@link MemorySegment#mismatch(MemorySegment)} of {@link #data()}.
 */
public final class Tensor {

    private final Shape shape;
    private final @Nullable MemorySegment data;
    private final @Nullable Consumer<? super MemorySegment> writer;

    private Tensor(Shape shape, @Nullable MemorySegment data, @Nullable Consumer<? super MemorySegment> writer) {
        this.shape = shape;
        this.data = data;
        this.writer = writer;
    }

    /**
     * A tensor over a segment, which is not copied.
     *
     * @param type the elements' type
     * @param data exactly the elements, of any alignment
     * @param shape the size of each dimension, from 0; none of them for a single element. At most 32, and 2<sup>50</sup> bytes in all
     * @return a tensor
     * @throws IllegalArgumentException if the shape is not allowed, or is not what the segment holds
     */
    public static Tensor of(ElementType type, MemorySegment data, long... shape) {
        return of(new Shape(type, shape), data);
    }

    /**
     * A tensor of {@link ElementType#UINT8} over an array, which is not copied.
     *
     * @param data the elements
     * @param shape the size of each dimension
     * @return a tensor
     * @throws IllegalArgumentException if the shape is not allowed, or is not what the array holds
     */
    public static Tensor of(byte[] data, long... shape) {
        return of(ElementType.UINT8, MemorySegment.ofArray(data), shape);
    }

    /**
     * A tensor of {@link ElementType#INT16} over an array, which is not copied.
     *
     * @param data the elements
     * @param shape the size of each dimension
     * @return a tensor
     * @throws IllegalArgumentException if the shape is not allowed, or is not what the array holds
     */
    public static Tensor of(short[] data, long... shape) {
        return of(ElementType.INT16, MemorySegment.ofArray(data), shape);
    }

    /**
     * A tensor of {@link ElementType#INT32} over an array, which is not copied.
     *
     * @param data the elements
     * @param shape the size of each dimension
     * @return a tensor
     * @throws IllegalArgumentException if the shape is not allowed, or is not what the array holds
     */
    public static Tensor of(int[] data, long... shape) {
        return of(ElementType.INT32, MemorySegment.ofArray(data), shape);
    }

    /**
     * A tensor of {@link ElementType#INT64} over an array, which is not copied.
     *
     * @param data the elements
     * @param shape the size of each dimension
     * @return a tensor
     * @throws IllegalArgumentException if the shape is not allowed, or is not what the array holds
     */
    public static Tensor of(long[] data, long... shape) {
        return of(ElementType.INT64, MemorySegment.ofArray(data), shape);
    }

    /**
     * A tensor of {@link ElementType#FLOAT32} over an array, which is not copied.
     *
     * @param data the elements
     * @param shape the size of each dimension
     * @return a tensor
     * @throws IllegalArgumentException if the shape is not allowed, or is not what the array holds
     */
    public static Tensor of(float[] data, long... shape) {
        return of(ElementType.FLOAT32, MemorySegment.ofArray(data), shape);
    }

    /**
     * A tensor of {@link ElementType#FLOAT64} over an array, which is not copied.
     *
     * @param data the elements
     * @param shape the size of each dimension
     * @return a tensor
     * @throws IllegalArgumentException if the shape is not allowed, or is not what the array holds
     */
    public static Tensor of(double[] data, long... shape) {
        return of(ElementType.FLOAT64, MemorySegment.ofArray(data), shape);
    }

    /**
     * A tensor that a function writes straight into the slot, without memory of its own: what a camera, a decoder or a
     * computation fills in place.
     *
     * @param type the elements' type
     * @param writer called once for each time that the tensor is encoded, on that thread, with the tensor's part of the slot:
     *        64-byte aligned, exactly the elements, holding old bytes all of which it writes; not to be used after the call. What it
     *        throws ends the stream
     * @param shape the size of each dimension, as for {@link #of(ElementType, MemorySegment, long...)}
     * @return a tensor that can only be encoded
     * @throws IllegalArgumentException if the shape is not allowed
     */
    public static Tensor writing(ElementType type, Consumer<? super MemorySegment> writer, long... shape) {
        return new Tensor(new Shape(type, shape), null, Objects.requireNonNull(writer, "writer"));
    }

    static Tensor of(Shape shape, MemorySegment data) {
        if (data.byteSize() != shape.byteSize()) {
            throw new IllegalArgumentException("a tensor of " + shape + " takes " + shape.byteSize()
                    + " bytes, the data have " + data.byteSize());
        }
        return new Tensor(shape, data, null);
    }

    /**
     * What the elements are.
     *
     * @return the type
     */
    public ElementType type() {
        return shape.type();
    }

    /**
     * The size of each dimension.
     *
     * @return a new array, empty for a single element
     */
    public long[] shape() {
        return shape.sizes();
    }

    /**
     * How far apart neighbours of each dimension are, as NumPy's {@code strides}.
     *
     * @return a new array, in bytes
     */
    public long[] strides() {
        return shape.strides();
    }

    /**
     * The number of elements.
     *
     * @return the product of the shape
     */
    public long elementCount() {
        return shape.elementCount();
    }

    /**
     * The size of all elements.
     *
     * @return bytes
     */
    public long byteSize() {
        return shape.byteSize();
    }

    /**
     * The elements. For loops over many of them read this segment, with {@code type().layout()}.
     *
     * @return the segment: in place, read-only and 64-byte aligned for a view of a frame, until the frame is closed
     * @throws IllegalStateException if this tensor is {@linkplain #writing written} when it is encoded
     */
    public MemorySegment data() {
        if (data == null) {
            throw new IllegalStateException("a tensor of " + shape
                    + " that is written when it is encoded has no data; read it at the other end");
        }
        return data;
    }

    /**
     * Where an element lies.
     *
     * @param index one index for each dimension
     * @return bytes from the beginning of {@link #data()}
     * @throws IndexOutOfBoundsException if an index is outside its dimension, or their number is wrong
     */
    public long offset(long... index) {
        return shape.offset(index);
    }

    /**
     * One element as a whole number: 1 or 0 for {@link ElementType#BOOL}, the value without a sign for unsigned types, the bits
     * for {@link ElementType#UINT64}.
     *
     * @param index one index for each dimension
     * @return the element
     * @throws IndexOutOfBoundsException if an index is outside its dimension, or their number is wrong
     * @throws UnsupportedOperationException if the elements are floating-point or complex numbers
     */
    public long getLong(long... index) {
        return Elements.getLong(type(), data(), offset(index));
    }

    /**
     * One element as a floating-point number, also of the types of whole numbers.
     *
     * @param index one index for each dimension
     * @return the element, rounded where a double cannot hold it
     * @throws IndexOutOfBoundsException if an index is outside its dimension, or their number is wrong
     * @throws UnsupportedOperationException if the elements are complex numbers; read their parts from {@link #data()}
     */
    public double getDouble(long... index) {
        return Elements.getDouble(type(), data(), offset(index));
    }

    /**
     * Copies the data, so that they stay when a frame is closed.
     *
     * @return a tensor over a new array of the elements' Java type (signed for unsigned types, {@code short} for
     *         {@link ElementType#FLOAT16}, parts for complex types), so {@code data().heapBase()} is a {@code float[]} for
     *         {@link ElementType#FLOAT32}; over native memory that the garbage collector frees if there are more elements than
     *         an array can hold
     * @throws IllegalStateException if this tensor is {@linkplain #writing written} when it is encoded
     */
    public Tensor copy() {
        MemorySegment from = data();
        MemorySegment to = Elements.allocate(type(), byteSize());
        return new Tensor(shape, to.copyFrom(from), null);
    }

    /** Fills exactly the tensor's part of a slot. */
    void write(MemorySegment section) {
        if (writer != null) {
            writer.accept(section);
        } else {
            section.copyFrom(data());
        }
    }

    Shape layout() {
        return shape;
    }

    /** Such as {@code Tensor{<f4 65536x4, 1048576 bytes}}. */
    @Override
    public String toString() {
        return "Tensor{" + shape + ", " + byteSize() + " bytes" + (data == null ? ", written when encoded}" : "}");
    }
}
