package io.github.reactorshm.testkit;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Map;

import io.github.reactorshm.ShmCodec;
import io.github.reactorshm.ShmFrame;

/**
 * Payloads of which every byte follows from the stream's salt, the element's number and the byte's place, so that a torn, stale or
 * exchanged frame is seen wherever it differs. An element is its number, from 1; salt and number travel as the frame's tag.
 * Lengths are the whole slot, or go up and down with the number.
 */
public final class Payloads implements ShmCodec<Long> {

    /** 1920 × 1080 pixels of 3 bytes and 65,536 points of 16 bytes. */
    public static final long CAMERA = 7_269_376;

    private static final int NUMBER_BITS = 48;
    private static final long NUMBER_MASK = (1L << NUMBER_BITS) - 1;
    private static final long STEP = 0x9E3779B97F4A7C15L;
    private static final ValueLayout.OfLong WORD = ValueLayout.JAVA_LONG_UNALIGNED
            .withOrder(ByteOrder.LITTLE_ENDIAN);

    private final int salt;
    private final long size;
    private final boolean varied;

    private Payloads(int salt, long size, boolean varied) {
        this.salt = salt;
        this.size = size;
        this.varied = varied;
    }

    /**
     * Payloads that fill their slot.
     *
     * @param salt tells streams apart, from 0 to 65,535
     * @param size the slot's size in bytes
     * @return the codec
     */
    public static Payloads full(int salt, long size) {
        return new Payloads(salt, size, false);
    }

    /**
     * Payloads of every length from 0 to the slot's size.
     *
     * @param salt tells streams apart, from 0 to 65,535
     * @param size the slot's size in bytes
     * @return the codec
     */
    public static Payloads varied(int salt, long size) {
        return new Payloads(salt, size, true);
    }

    @Override
    public String contentType() {
        return "application/x-numbered";
    }

    @Override
    public Map<String, String> attributes() {
        return Map.of("varied", String.valueOf(varied));
    }

    @Override
    public long slotSize() {
        return size;
    }

    @Override
    public long encode(Long number, MemorySegment slot) {
        long length = length(number, slot.byteSize(), varied);
        write(slot.asSlice(0, length), seed(tag(number)));
        return length;
    }

    @Override
    public long tag(Long number) {
        return (long) salt << NUMBER_BITS | number;
    }

    /** Checks every byte and returns the tag: the number, with the salt in its upper bits. */
    @Override
    public Long decode(ShmFrame frame) {
        return check(frame);
    }

    /**
     * Checks every byte of a frame.
     *
     * @param frame the frame
     * @return its tag: the element's number, with the salt in its upper bits
     * @throws CorruptFrameException if anything is not as it was sent
     */
    public static long check(ShmFrame frame) {
        long number = number(frame.tag());
        boolean lengths = Boolean.parseBoolean(frame.info().attributes().getOrDefault("varied", "false"));
        long due = length(number, frame.info().slotSize(), lengths);
        MemorySegment bytes = frame.segment();
        if (frame.length() != due || bytes.byteSize() != due) {
            throw new CorruptFrameException("element " + number + " has " + frame.length() + " bytes in a segment of "
                    + bytes.byteSize() + ", not " + due);
        }
        check(bytes, frame.tag());
        return frame.tag();
    }

    /**
     * Checks every byte of a payload.
     *
     * @param bytes the payload
     * @param tag the frame's tag
     */
    public static void check(MemorySegment bytes, long tag) {
        long seed = seed(tag);
        long wrong = 0;
        int words = Math.toIntExact(bytes.byteSize() / Long.BYTES);
        for (int i = 0; i < words; i++) {
            wrong |= bytes.get(WORD, (long) i * Long.BYTES) ^ seed + i * STEP;
        }
        for (long at = (long) words * Long.BYTES; at < bytes.byteSize(); at++) {
            wrong |= bytes.get(ValueLayout.JAVA_BYTE, at) ^ byteAt(seed, at);
        }
        if (wrong != 0) {
            throw new CorruptFrameException(firstWrong(bytes, tag, seed));
        }
    }

    private static String firstWrong(MemorySegment bytes, long tag, long seed) {
        for (long at = 0; at < bytes.byteSize(); at++) {
            byte found = bytes.get(ValueLayout.JAVA_BYTE, at);
            if (found != byteAt(seed, at)) {
                return "element " + number(tag) + " of stream " + salt(tag) + ": byte " + at + " of "
                        + bytes.byteSize() + " is " + found + ", not " + byteAt(seed, at);
            }
        }
        return "element " + number(tag) + " of stream " + salt(tag)
                + " differed while it was checked and is right now: it was written to meanwhile";
    }

    /**
     * The number in a tag.
     *
     * @param tag a frame's tag
     * @return the element's number
     */
    public static long number(long tag) {
        return tag & NUMBER_MASK;
    }

    /**
     * The salt in a tag.
     *
     * @param tag a frame's tag
     * @return the stream's salt
     */
    public static int salt(long tag) {
        return (int) (tag >>> NUMBER_BITS);
    }

    private static void write(MemorySegment bytes, long seed) {
        int words = Math.toIntExact(bytes.byteSize() / Long.BYTES);
        for (int i = 0; i < words; i++) {
            bytes.set(WORD, (long) i * Long.BYTES, seed + i * STEP);
        }
        for (long at = (long) words * Long.BYTES; at < bytes.byteSize(); at++) {
            bytes.set(ValueLayout.JAVA_BYTE, at, byteAt(seed, at));
        }
    }

    private static byte byteAt(long seed, long at) {
        return (byte) ((seed + at / Long.BYTES * STEP) >>> (at % Long.BYTES * Byte.SIZE));
    }

    private static long length(long number, long size, boolean varied) {
        return varied ? number * 31 % (size + 1) : size;
    }

    private static long seed(long tag) {
        long mixed = (tag ^ tag >>> 31) * 0xBF58476D1CE4E5B9L;
        return (mixed ^ mixed >>> 29) * 0x94D049BB133111EBL;
    }

    /** A payload that is not as it was sent. */
    public static final class CorruptFrameException extends RuntimeException {
        CorruptFrameException(String text) {
            super(text);
        }
    }
}
