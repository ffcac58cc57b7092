package io.github.reactorshm.codec;

import java.util.Arrays;
import java.util.Objects;
import java.util.stream.Collectors;

/** Where the elements of a tensor lie, in C order: the last index runs fastest. Every product is checked once, here. */
final class Shape {

    static final int MAX_RANK = 32;

    /** So far below what a long holds that the sizes of all sections of a frame can be added without a look. */
    static final long MAX_BYTES = 1L << 50;

    private final ElementType type;
    private final long[] sizes;
    private final long[] strides;
    private final long elementCount;

    /** @throws IllegalArgumentException naming the limit and the value */
    Shape(ElementType type, long... sizes) {
        this.type = Objects.requireNonNull(type, "type");
        this.sizes = sizes.clone();
        if (sizes.length > MAX_RANK) {
            throw new IllegalArgumentException(
                    "a tensor has at most " + MAX_RANK + " dimensions, not " + sizes.length);
        }
        this.strides = new long[sizes.length];
        long stride = type.byteSize();
        boolean empty = false;
        for (int axis = sizes.length - 1; axis >= 0; axis--) {
            strides[axis] = stride;
            // An empty dimension does not hide that the others are too large: they would make strides that are no numbers.
            stride = times(stride, this.sizes[axis], axis);
            empty |= this.sizes[axis] == 0;
        }
        this.elementCount = empty ? 0 : stride / type.byteSize();
    }

    private long times(long stride, long size, int axis) {
        if (size < 0) {
            throw new IllegalArgumentException("dimension " + axis + " is " + size + ", it must not be negative");
        }
        long most = MAX_BYTES / stride;
        if (size > most) {
            throw new IllegalArgumentException(
                    "a tensor of " + this + " takes more than " + MAX_BYTES + " bytes");
        }
        return stride * Math.max(1, size);
    }

    ElementType type() {
        return type;
    }

    int rank() {
        return sizes.length;
    }

    long size(int axis) {
        return sizes[axis];
    }

    long[] sizes() {
        return sizes.clone();
    }

    long[] strides() {
        return strides.clone();
    }

    long elementCount() {
        return elementCount;
    }

    long byteSize() {
        return elementCount * type.byteSize();
    }

    long offset(long... index) {
        if (index.length != sizes.length) {
            throw new IndexOutOfBoundsException(
                    index.length + " indices " + Arrays.toString(index) + " for a tensor of " + this);
        }
        long offset = 0;
        for (int axis = 0; axis < index.length; axis++) {
            if (index[axis] < 0 || index[axis] >= sizes[axis]) {
                throw new IndexOutOfBoundsException("index " + index[axis] + " in dimension " + axis
                        + " of a tensor of " + this);
            }
            offset += index[axis] * strides[axis];
        }
        return offset;
    }

    /** Such as {@code <f4 65536x4}. */
    @Override
    public String toString() {
        return type.dtype() + " " + (sizes.length == 0
                ? "scalar"
                : Arrays.stream(sizes).mapToObj(Long::toString).collect(Collectors.joining("x")));
    }
}
