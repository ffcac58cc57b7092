package io.github.reactorshm.control;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class ChannelNameTest {

    @ParameterizedTest
    @ValueSource(strings = {"a", "camera-0", "7", "A.b_c-d", "x..",
            "0123456789012345678901234567890123456789012345678901234567890123"})
    void namesWithinTheLimitsAreAllowed(String name) {
        assertThat(ChannelName.check(name)).isEqualTo(name);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".", "..", "/", "a/b", "../a", ".lock", ".new-01234567", "-a", "_a", "a b", "a\n", "é",
            "a\u0000", "01234567890123456789012345678901234567890123456789012345678901234"})
    void S2_otherNamesAreRefusedNamingTheLimit(String name) {
        assertThatIllegalArgumentException().isThrownBy(() -> ChannelName.check(name))
                .withMessageContainingAll("1 to 64", "has " + name.length(),
                        "'" + (name.length() > 64 ? "0123" : name));
    }

    @Test
    void S2_aVeryLongNameIsNotRepeatedWhole() {
        assertThatIllegalArgumentException().isThrownBy(() -> ChannelName.check("x".repeat(100_000)))
                .withMessageContaining("has 100000").satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(300));
    }
}
