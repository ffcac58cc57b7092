package io.github.reactorshm.codec;

import java.lang.foreign.MemoryLayout;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

/** What the elements of a {@link Tensor} are: little-endian, named as NumPy writes them in {@code dtype.str}. */
public enum ElementType {
    /** Truth value, one byte: 0 or 1. */
    BOOL("|b1", ValueLayout.JAVA_BOOLEAN),
    /** Signed, 8 bits. */
    INT8("|i1", ValueLayout.JAVA_BYTE),
    /** Unsigned, 8 bits. */
    UINT8("|u1", ValueLayout.JAVA_BYTE),
    /** Signed, 16 bits. */
    INT16("<i2", little(ValueLayout.JAVA_SHORT)),
    /** Unsigned, 16 bits. */
    UINT16("<u2", little(ValueLayout.JAVA_SHORT)),
    /** Signed, 32 bits. */
    INT32("<i4", little(ValueLayout.JAVA_INT)),
    /** Unsigned, 32 bits. */
    UINT32("<u4", little(ValueLayout.JAVA_INT)),
    /** Signed, 64 bits. */
    INT64("<i8", little(ValueLayout.JAVA_LONG)),
    /** Unsigned, 64 bits. */
    UINT64("<u8", little(ValueLayout.JAVA_LONG)),
    /** IEEE 754 binary16; {@link Float#float16ToFloat} reads its bits. */
    FLOAT16("<f2", little(ValueLayout.JAVA_SHORT)),
    /** IEEE 754 binary32. */
    FLOAT32("<f4", little(ValueLayout.JAVA_FLOAT)),
    /** IEEE 754 binary64. */
    FLOAT64("<f8", little(ValueLayout.JAVA_DOUBLE)),
    /** Two of {@link #FLOAT32}: the real part, then the imaginary part. */
    COMPLEX64("<c8", complex(ValueLayout.JAVA_FLOAT)),
    /** Two of {@link #FLOAT64}: the real part, then the imaginary part. */
    COMPLEX128("<c16", complex(ValueLayout.JAVA_DOUBLE));

    private static final ElementType[] ALL = values();

    private final String dtype;
    // Memory layouts are immutable; they only lack the annotation that says so.
    @SuppressWarnings("ImmutableEnumChecker")
    private final MemoryLayout layout;
    private final long code;

    ElementType(String dtype, MemoryLayout layout) {
        this.dtype = dtype;
        this.layout = layout;
        this.code = code(dtype);
    }

    /**
     * Finds a type by its name.
     *
     * @param dtype the name as NumPy writes it in {@code dtype.str}, such as {@code <f4}
     * @return the type
     * @throws IllegalArgumentException if there is none of that name; the message lists those that there are
     */
    public static ElementType of(String dtype) {
        for (ElementType type : ALL) {
            if (type.dtype.equals(dtype)) {
                return type;
            }
        }
        throw new IllegalArgumentException("no element type '" + dtype + "'; there are "
                + Arrays.stream(ALL).map(ElementType::dtype).collect(Collectors.joining(", ")));
    }

    /**
     * The name as NumPy writes it in {@code dtype.str}.
     *
     * @return the name, such as {@code <f4}
     */
    public String dtype() {
        return dtype;
    }

    /**
     * The size of an element.
     *
     * @return bytes, from 1 to 16
     */
    public long byteSize() {
        return layout.byteSize();
    }

    /**
     * The layout of an element, little-endian and naturally aligned. Unsigned types have the carrier of the signed ones, and
     * {@link #FLOAT16} that of its bits.
     *
     * @return a value layout; for the complex types a struct of {@code real} and {@code imaginary}
     */
    public MemoryLayout layout() {
        return layout;
    }

    /** The name as frames have it: ASCII, zeros up to 8 bytes, read as one little-endian number. */
    long code() {
        return code;
    }

    static @Nullable ElementType find(long code) {
        for (ElementType type : ALL) {
            if (type.code == code) {
                return type;
            }
        }
        return null;
    }

    private static long code(String dtype) {
        byte[] ascii = dtype.getBytes(StandardCharsets.US_ASCII);
        long code = 0;
        for (int i = 0; i < ascii.length; i++) {
            code |= Byte.toUnsignedLong(ascii[i]) << (Byte.SIZE * i);
        }
        return code;
    }

    private static ValueLayout little(ValueLayout layout) {
        return layout.withOrder(ByteOrder.LITTLE_ENDIAN);
    }

    private static MemoryLayout complex(ValueLayout part) {
        return MemoryLayout.structLayout(little(part).withName("real"), little(part).withName("imaginary"));
    }
}
