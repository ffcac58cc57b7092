package io.github.reactorshm.fuzz;

import java.util.List;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

/**
 * One thing that a hostile peer does. Who plays the script says what a place and the values mean.
 *
 * @param <K> what kinds of things there are
 * @param kind what is done
 * @param place where, at will
 * @param value a value
 * @param other another value, for words that change under the reader
 */
record Step<K extends Enum<K>>(K kind, int place, long value, long other) {

    static final int STEPS_A_SCRIPT = 20;

    /** Scripts of twenty steps. */
    static <K extends Enum<K>> Arbitrary<List<Step<K>>> scripts(Class<K> kinds) {
        Arbitrary<Step<K>> step = Combinators.combine(Arbitraries.of(kinds), Arbitraries.integers().between(0, 1 << 16),
                values(), values()).as((kind, place, value, other) -> new Step<>(kind, place, value, other));
        return step.list().ofSize(STEPS_A_SCRIPT);
    }

    /** Small numbers, which are often right; those at every limit; and any. */
    private static Arbitrary<Long> values() {
        Arbitrary<Long> limits = Arbitraries.of(-1L, 0L, 1L, 100L, 101L, 4095L, 4096L, Integer.MAX_VALUE + 0L, 1L << 31,
                1L << 32, 1L << 62, Integer.MIN_VALUE + 0L, Long.MAX_VALUE, Long.MIN_VALUE);
        return Arbitraries.frequencyOf(Tuple.of(4, Arbitraries.longs().between(-2, 12)),
                Tuple.of(2, limits), Tuple.of(1, Arbitraries.longs()));
    }
}
