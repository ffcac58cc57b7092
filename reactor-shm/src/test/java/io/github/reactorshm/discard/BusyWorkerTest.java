package io.github.reactorshm.discard;

import java.util.stream.Stream;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Operators that are cancelled with frames queued and their worker busy, in another task or in the subscriber: upon {@code process} and
 * decoded sources every slot is free at once, and raw frames that are lost come back after a collection, each reported once.
 */
class BusyWorkerTest {

    private static final int FEW = 10;
    private static final int MANY = 500;

    @AutoClose
    private static final Races RACES = new Races();

    static Stream<Arguments> cells() {
        return Stream.of(Kind.values())
                .flatMap(kind -> Stream.of("publishOn", "flatMap", "bufferTimeout", "takeUntilOther")
                        .flatMap(name -> Stream.of(Ending.CANCEL, Ending.BUSY, Ending.DISPOSE)
                                .map(ending -> Arguments.of(kind, Chains.named(name), ending))));
    }

    @ParameterizedTest(name = "{0}, {1}, {2}")
    @MethodSource("cells")
    void F1_everySlotComesBack(Kind kind, Chain chain, Ending ending) {
        run(kind, chain, ending, FEW);
    }

    @Tag("storm")
    @ParameterizedTest(name = "{0}, {1}, {2}")
    @MethodSource("cells")
    void F1_everySlotComesBackStorm(Kind kind, Chain chain, Ending ending) {
        run(kind, chain, ending, MANY);
    }

    private static void run(Kind kind, Chain chain, Ending ending, int races) {
        Races.Outcome outcome = RACES.run(kind, chain, ending, races);
        if (kind != Kind.RAW) {
            assertThat(outcome.losing()).as("%s", outcome).isZero();
        }
    }
}
