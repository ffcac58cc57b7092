package io.github.reactorshm.layout;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

import io.github.reactorshm.error.ShmProtocolException;

/** UTF-8 without replacement characters: what is no text is an error, on either side. */
public final class StrictUtf8 {

    private StrictUtf8() {}

    /**
     * Encodes a text of this process.
     *
     * @throws IllegalArgumentException if it has an unpaired surrogate
     */
    public static byte[] encode(String text) {
        try {
            ByteBuffer encoded = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
            byte[] bytes = new byte[encoded.remaining()];
            encoded.get(bytes);
            return bytes;
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException("not encodable as UTF-8 (unpaired surrogate): " + text, e);
        }
    }

    /**
     * Decodes a text of a peer.
     *
     * @param channel the channel's name, for the error
     * @param what the field's name, for the error
     * @throws ShmProtocolException if the bytes are not UTF-8
     */
    public static String decode(byte[] bytes, int offset, int length, String channel, String what) {
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, offset, length)).toString();
        } catch (CharacterCodingException e) {
            throw new ShmProtocolException(channel, what + " of " + length + " bytes is not UTF-8");
        }
    }
}
