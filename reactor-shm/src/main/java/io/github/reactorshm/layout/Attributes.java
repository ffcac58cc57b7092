package io.github.reactorshm.layout;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.github.reactorshm.error.ShmProtocolException;

/**
 * The attributes of a channel as bytes, in the pool's header and in the handshake. Entries follow each other in the map's
 * order, each from a multiple of 4:
 *
 * <pre>
 *   +0   u32  key's length in bytes, at least 1
 *   +4   u32  value's length in bytes
 *   +8   key, UTF-8, then value, UTF-8, then zeros up to a multiple of 4
 * </pre>
 *
 * All numbers are little-endian. No key comes twice.
 */
public final class Attributes {

    /** The most that all entries of a channel take together, in bytes. */
    public static final int MAX_BYTES = 4096;

    private static final int ENTRY_HEADER = 8;

    private Attributes() {}

    /**
     * Encodes the attributes of this process.
     *
     * @throws IllegalArgumentException if they take more than {@link #MAX_BYTES}, or a key is empty
     */
    public static byte[] encode(Map<String, String> attributes) {
        List<byte[]> texts = new ArrayList<>(2 * attributes.size());
        long size = 0;
        for (Map.Entry<String, String> attribute : attributes.entrySet()) {
            byte[] key = StrictUtf8.encode(attribute.getKey());
            byte[] value = StrictUtf8.encode(attribute.getValue());
            if (key.length == 0) {
                throw new IllegalArgumentException(
                        "an attribute's key is empty (its value: " + attribute.getValue() + ")");
            }
            texts.add(key);
            texts.add(value);
            size += entrySize(key.length, value.length);
        }
        if (size > MAX_BYTES) {
            throw new IllegalArgumentException(
                    "attributes take at most " + MAX_BYTES + " bytes encoded, these take " + size);
        }
        ByteBuffer out = ByteBuffer.allocate((int) size).order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i < texts.size(); i += 2) {
            byte[] key = texts.get(i);
            byte[] value = texts.get(i + 1);
            int next = out.position() + (int) entrySize(key.length, value.length);
            out.putInt(key.length).putInt(value.length).put(key).put(value).position(next);
        }
        return out.array();
    }

    /**
     * Decodes the attributes of a peer.
     *
     * @param channel the channel's name, for the error
     * @return the attributes in the peer's order, unmodifiable
     * @throws ShmProtocolException if the bytes are not what {@link #encode} makes
     */
    public static Map<String, String> decode(byte[] bytes, String channel) {
        if (bytes.length > MAX_BYTES) {
            throw new ShmProtocolException(channel,
                    "attributes of " + bytes.length + " bytes, at most " + MAX_BYTES + " are allowed");
        }
        Map<String, String> attributes = new LinkedHashMap<>();
        ByteBuffer in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        while (in.hasRemaining()) {
            int start = in.position();
            if (in.remaining() < ENTRY_HEADER) {
                throw new ShmProtocolException(channel,
                        "an attribute begins " + in.remaining() + " bytes before the attributes' end");
            }
            int keyLength = in.getInt();
            int valueLength = in.getInt();
            if (keyLength < 1 || valueLength < 0 || entrySize(keyLength, valueLength) > bytes.length - start) {
                throw new ShmProtocolException(channel, "an attribute has a key of " + keyLength + " and a value of "
                        + valueLength + " bytes where " + in.remaining() + " bytes are left");
            }
            String key = StrictUtf8.decode(bytes, start + ENTRY_HEADER, keyLength, channel, "an attribute's key");
            String value = StrictUtf8.decode(bytes, start + ENTRY_HEADER + keyLength, valueLength, channel,
                    "an attribute's value");
            if (attributes.put(key, value) != null) {
                throw new ShmProtocolException(channel, "the attribute '" + key + "' comes twice");
            }
            in.position(start + (int) entrySize(keyLength, valueLength));
        }
        return Collections.unmodifiableMap(attributes);
    }

    private static long entrySize(long keyLength, long valueLength) {
        return ENTRY_HEADER + ((keyLength + valueLength + 3) & -4L);
    }
}
