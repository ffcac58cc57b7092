package io.github.reactorshm.layout;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

import io.github.reactorshm.error.ShmProtocolException;

/**
 * Why a stream failed, as it stands in a control file: bounded, UTF-8, written before the ERROR entry is published.
 *
 * <pre>
 *  0  code           int
 *  4  class length   int   bytes
 *  8  message length int   bytes
 * 16  detail         long  nanoseconds for time-outs, else 0
 * 24  class name     at most 512 bytes
 *  +  message        at most 3,560 bytes
 * </pre>
 *
 * @param code {@link #CODE_REMOTE} or another code of this class
 * @param detail a number that belongs to the code, or 0
 * @param className the error's class name
 * @param message the error's message, cut at a character's boundary if it is too long
 */
public record ErrorText(int code, long detail, String className, String message) {

    /** An error of the application upstream of the sink, or of its codec. */
    public static final int CODE_REMOTE = 0;
    /** Nobody asked for a frame for the sink's {@code demandTimeout}. */
    public static final int CODE_DEMAND_TIMEOUT = 1;
    /** Subscriptions held the whole pool for the sink's {@code stallTimeout}. */
    public static final int CODE_STALL_TIMEOUT = 2;

    /** The consumer broke the protocol; its subscription ends, the others go on. */
    public static final int CODE_PROTOCOL = 3;

    static final int SIZE = 4096;

    private static final long CODE = 0;
    private static final long CLASS_LENGTH = 4;
    private static final long MESSAGE_LENGTH = 8;
    private static final long DETAIL = 16;
    private static final long TEXT = 24;
    private static final int MAX_CLASS = 512;
    private static final int MAX_MESSAGE = SIZE - (int) TEXT - MAX_CLASS;

    static void write(MemorySegment area, ErrorText error) {
        byte[] name = bounded(error.className(), MAX_CLASS);
        byte[] message = bounded(error.message(), MAX_MESSAGE);
        Words.putInt(area, CODE, error.code());
        Words.putInt(area, CLASS_LENGTH, name.length);
        Words.putInt(area, MESSAGE_LENGTH, message.length);
        Words.putLong(area, DETAIL, error.detail());
        MemorySegment.copy(MemorySegment.ofArray(name), 0, area, TEXT, name.length);
        MemorySegment.copy(MemorySegment.ofArray(message), 0, area, TEXT + name.length, message.length);
    }

    static ErrorText read(MemorySegment area, String channel) {
        int code = Words.getInt(area, CODE);
        int nameLength = Words.getInt(area, CLASS_LENGTH);
        int messageLength = Words.getInt(area, MESSAGE_LENGTH);
        long detail = Words.getLong(area, DETAIL);
        if (nameLength < 0 || nameLength > MAX_CLASS || messageLength < 0 || messageLength > MAX_MESSAGE) {
            throw new ShmProtocolException(channel, "the error text's lengths are " + nameLength + " and "
                    + messageLength + " bytes; at most " + MAX_CLASS + " and " + MAX_MESSAGE + " are allowed");
        }
        return new ErrorText(code, detail, text(area, TEXT, nameLength), text(area, TEXT + nameLength, messageLength));
    }

    private static String text(MemorySegment area, long offset, int length) {
        byte[] bytes = new byte[length];
        MemorySegment.copy(area, offset, MemorySegment.ofArray(bytes), 0, length);
        CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder().onMalformedInput(CodingErrorAction.REPLACE)
                .onUnmappableCharacter(CodingErrorAction.REPLACE);
        CharBuffer chars = CharBuffer.allocate(length);
        decoder.decode(ByteBuffer.wrap(bytes), chars, true);
        return chars.flip().toString();
    }

    private static byte[] bounded(String text, int limit) {
        CharsetEncoder encoder = StandardCharsets.UTF_8.newEncoder().onMalformedInput(CodingErrorAction.REPLACE)
                .onUnmappableCharacter(CodingErrorAction.REPLACE);
        ByteBuffer out = ByteBuffer.allocate(limit);
        // An encoder stops before a character that does not fit, which cuts the text at a boundary.
        encoder.encode(CharBuffer.wrap(text), out, true);
        byte[] bytes = new byte[out.flip().remaining()];
        out.get(bytes);
        return bytes;
    }
}
