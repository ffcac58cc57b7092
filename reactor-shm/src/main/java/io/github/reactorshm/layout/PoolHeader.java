package io.github.reactorshm.layout;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

import io.github.reactorshm.error.ShmProtocolException;
import io.github.reactorshm.error.ShmVersionMismatchException;

/**
 * The beginning of a pool's file. The owner writes it once, before the channel is published; nobody writes it later.
 *
 * <pre>
 *   offset  bytes  field
 *        0      8  magic: the letters "RSHMPOOL"
 *        8      4  layout version
 *       12      4  length of the content type in bytes, 1 to 255
 *       16      8  incarnation: random, one for each opening
 *       24      8  slot count
 *       32      8  slot stride
 *       40      8  slot size
 *       48      8  offset of slot 0, a multiple of 4096
 *       56      4  length of the attributes in bytes, 0 to 4096
 *       60      4  zero
 *       64    256  content type, UTF-8, then zeros
 *      320   4096  attributes, as {@link Attributes} has them, then zeros
 *     4416         zeros up to slot 0
 * </pre>
 *
 * All numbers are little-endian and naturally aligned.
 *
 * @param geometry where the slots are
 * @param incarnation the random id of this opening of the channel
 * @param contentType 1 to 255 bytes as UTF-8
 * @param attributes at most {@link Attributes#MAX_BYTES} encoded; their order is kept
 */
public record PoolHeader(PoolGeometry geometry, long incarnation, String contentType, Map<String, String> attributes) {

    /** The letters "RSHMPOOL" as a little-endian number. */
    public static final long MAGIC = 0x4c4f_4f50_4d48_5352L;

    /** The most bytes that a content type takes. */
    public static final int MAX_CONTENT_TYPE_BYTES = 255;

    static final long MAGIC_OFFSET = 0;
    static final long VERSION_OFFSET = 8;
    static final long CONTENT_TYPE_LENGTH_OFFSET = 12;
    static final long INCARNATION_OFFSET = 16;
    static final long SLOT_COUNT_OFFSET = 24;
    static final long STRIDE_OFFSET = 32;
    static final long SLOT_SIZE_OFFSET = 40;
    static final long SLOTS_OFFSET_OFFSET = 48;
    static final long ATTRIBUTES_LENGTH_OFFSET = 56;
    static final long CONTENT_TYPE_OFFSET = 64;
    static final long ATTRIBUTES_OFFSET = 320;

    /** The end of the header's fields. */
    public static final int END = 4416;

    /** The bytes before slot 0 in a pool that this version makes. */
    public static final int RESERVED = 2 * PoolGeometry.PAGE_SIZE;

    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG.withOrder(ByteOrder.LITTLE_ENDIAN);

    /**
     * Checks the texts and copies the attributes.
     *
     * @throws IllegalArgumentException naming the limit and the value
     */
    public PoolHeader {
        encodeContentType(contentType);
        Attributes.encode(attributes);
        attributes = Collections.unmodifiableMap(new LinkedHashMap<>(attributes));
    }

    /**
     * Writes the header into the beginning of a zeroed segment.
     *
     * @param segment at least {@link #END} bytes, 8-byte aligned
     */
    public void write(MemorySegment segment) {
        byte[] type = encodeContentType(contentType);
        byte[] encoded = Attributes.encode(attributes);
        segment.set(LONG, MAGIC_OFFSET, MAGIC);
        segment.set(INT, VERSION_OFFSET, LayoutVersion.CURRENT);
        segment.set(INT, CONTENT_TYPE_LENGTH_OFFSET, type.length);
        segment.set(LONG, INCARNATION_OFFSET, incarnation);
        segment.set(LONG, SLOT_COUNT_OFFSET, geometry.slots());
        segment.set(LONG, STRIDE_OFFSET, geometry.stride());
        segment.set(LONG, SLOT_SIZE_OFFSET, geometry.slotSize());
        segment.set(LONG, SLOTS_OFFSET_OFFSET, geometry.slotsOffset());
        segment.set(INT, ATTRIBUTES_LENGTH_OFFSET, encoded.length);
        MemorySegment.copy(type, 0, segment, ValueLayout.JAVA_BYTE, CONTENT_TYPE_OFFSET, type.length);
        MemorySegment.copy(encoded, 0, segment, ValueLayout.JAVA_BYTE, ATTRIBUTES_OFFSET, encoded.length);
    }

    /**
     * Reads and checks a header. Every field is read once.
     *
     * @param segment the beginning of the file, 8-byte aligned
     * @param fileSize the size of the whole file as the file system says
     * @param channel the channel's name, for the error
     * @throws ShmVersionMismatchException if another version of the library wrote it
     * @throws ShmProtocolException if it is no header, or a field is outside its range or does not agree with the
     *        file's size
     */
    public static PoolHeader read(MemorySegment segment, long fileSize, String channel) {
        if (segment.byteSize() < END || fileSize < END) {
            throw new ShmProtocolException(channel, "the pool's file has " + Math.min(segment.byteSize(), fileSize)
                    + " bytes, its header alone takes " + END);
        }
        long magic = segment.get(LONG, MAGIC_OFFSET);
        if (magic != MAGIC) {
            throw new ShmProtocolException(channel, String.format(
                    "the pool's file begins with %016x instead of %016x: it is no pool", magic, MAGIC));
        }
        int version = segment.get(INT, VERSION_OFFSET);
        if (version != LayoutVersion.CURRENT) {
            throw new ShmVersionMismatchException(channel, LayoutVersion.CURRENT, version);
        }
        PoolGeometry geometry = readGeometry(segment, channel);
        if (geometry.fileSize() != fileSize) {
            throw new ShmProtocolException(channel, "the pool's file has " + fileSize + " bytes, its header says "
                    + geometry.fileSize() + ": it was truncated or written over");
        }
        byte[] type = readBytes(segment, CONTENT_TYPE_LENGTH_OFFSET, CONTENT_TYPE_OFFSET, 1, MAX_CONTENT_TYPE_BYTES,
                channel, "the content type");
        byte[] encoded = readBytes(segment, ATTRIBUTES_LENGTH_OFFSET, ATTRIBUTES_OFFSET, 0, Attributes.MAX_BYTES,
                channel,
                "the attributes");
        return new PoolHeader(geometry, segment.get(LONG, INCARNATION_OFFSET),
                StrictUtf8.decode(type, 0, type.length, channel, "the content type"),
                Attributes.decode(encoded, channel));
    }

    private static PoolGeometry readGeometry(MemorySegment segment, String channel) {
        long slots = segment.get(LONG, SLOT_COUNT_OFFSET);
        long stride = segment.get(LONG, STRIDE_OFFSET);
        long slotSize = segment.get(LONG, SLOT_SIZE_OFFSET);
        long slotsOffset = segment.get(LONG, SLOTS_OFFSET_OFFSET);
        try {
            return new PoolGeometry(Math.toIntExact(slots), slotSize, stride, slotsOffset);
        } catch (ArithmeticException e) {
            throw new ShmProtocolException(channel, "the pool's header: " + slots + " slots");
        } catch (IllegalArgumentException e) {
            throw new ShmProtocolException(channel, "the pool's header: " + e.getMessage());
        }
    }

    private static byte[] readBytes(MemorySegment segment, long lengthOffset, long offset, int least, int most,
            String channel, String what) {
        int length = segment.get(INT, lengthOffset);
        if (length < least || length > most) {
            throw new ShmProtocolException(channel,
                    "the pool's header: " + what + " of " + length + " bytes, allowed are "
                            + least + " to " + most);
        }
        return segment.asSlice(offset, length).toArray(ValueLayout.JAVA_BYTE);
    }

    private static byte[] encodeContentType(String contentType) {
        byte[] bytes = StrictUtf8.encode(contentType);
        if (bytes.length < 1 || bytes.length > MAX_CONTENT_TYPE_BYTES) {
            throw new IllegalArgumentException("a content type has 1 to " + MAX_CONTENT_TYPE_BYTES
                    + " bytes as UTF-8, not " + bytes.length + ": " + contentType);
        }
        return bytes;
    }
}
