package io.github.reactorshm.layout;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.LinkedHashMap;
import java.util.Map;

import io.github.reactorshm.error.ShmProtocolException;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class AttributesTest {

    @Test
    void orderTextsAndEmptyValuesSurvive() {
        Map<String, String> attributes = new LinkedHashMap<>();
        attributes.put("width", "1920");
        attributes.put("größe", "7 MB \uD83D\uDCF7");
        attributes.put("a", "");

        Map<String, String> decoded = Attributes.decode(Attributes.encode(attributes), "c");

        assertThat(decoded).containsExactlyEntriesOf(attributes);
        assertThat(Attributes.decode(Attributes.encode(Map.of()), "c")).isEmpty();
    }

    @Test
    void entriesAreAlignedAndLittleEndian() {
        byte[] bytes = Attributes.encode(Map.of("ab", "xyz"));

        assertThat(bytes).containsExactly(2, 0, 0, 0, 3, 0, 0, 0, 'a', 'b', 'x', 'y', 'z', 0, 0, 0);
    }

    @Test
    void theLimitIsExact() {
        assertThat(Attributes.encode(Map.of("k", "v".repeat(4096 - 9)))).hasSize(4096);
        assertThatIllegalArgumentException().isThrownBy(() -> Attributes.encode(Map.of("k", "v".repeat(4096 - 8))))
                .withMessageContainingAll("4096", "4100");
        assertThatThrownBy(() -> Attributes.decode(new byte[4100], "c")).isInstanceOf(ShmProtocolException.class)
                .hasMessageContainingAll("4096", "4100");
    }

    @Test
    void whatIsNoTextIsRefusedOnBothSides() {
        assertThatIllegalArgumentException().isThrownBy(() -> Attributes.encode(Map.of("", "v")))
                .withMessageContaining("empty");
        assertThatIllegalArgumentException().isThrownBy(() -> Attributes.encode(Map.of("k", "\uD800")))
                .withMessageContaining("UTF-8");
        byte[] bytes = Attributes.encode(Map.of("key", "val"));
        bytes[9] = (byte) 0xff;
        assertThatThrownBy(() -> Attributes.decode(bytes, "c")).isInstanceOf(ShmProtocolException.class)
                .hasMessageContaining("UTF-8");
    }

    @Test
    void S4_wrongLengthsAndDoubleKeysAreRefused() {
        assertRefused(entry(0, 4, 12), "key of 0");
        assertRefused(entry(-1, 4, 12), "key of -1");
        assertRefused(entry(1, -1, 12), "value of -1");
        assertRefused(entry(2, 3, 12), "value of 3");
        assertRefused(entry(Integer.MAX_VALUE, Integer.MAX_VALUE, 12), "key of 2147483647");
        assertRefused(entry(1, 1, 15), "3 bytes before");
        assertRefused(entry(1, 1, 9), "value of 1");
        ByteBuffer twice = ByteBuffer.allocate(24).put(entry(1, 1, 12)).put(entry(1, 1, 12));
        assertRefused(twice.array(), "twice");
    }

    private static byte[] entry(int keyLength, int valueLength, int size) {
        byte[] bytes = new byte[size];
        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putInt(keyLength).putInt(valueLength).put((byte) 'k');
        return bytes;
    }

    private static void assertRefused(byte[] bytes, String text) {
        assertThatThrownBy(() -> Attributes.decode(bytes, "camera-0")).isInstanceOf(ShmProtocolException.class)
                .hasMessageContainingAll("camera-0", text);
    }
}
