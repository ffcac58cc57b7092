package io.github.reactorshm.discard;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import reactor.core.publisher.Flux;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Every operator of the table, ended in every way, upon each kind of source. What Reactor does with raw frames is written in
 * {@link Chains}; where it comes to do something else, this fails, and the table and the README are to be mended.
 */
class DiscardTableTest {

    private static final int FEW = 2;
    private static final int MANY = 100;

    @AutoClose
    private static final Races RACES = new Races();

    static Stream<Arguments> cells() {
        return Arrays.stream(Kind.values()).flatMap(kind -> Chains.ALL.stream().flatMap(
                chain -> Arrays.stream(Ending.values()).map(ending -> Arguments.of(kind, chain, ending))));
    }

    @ParameterizedTest(name = "{0}, {1}, {2}")
    @MethodSource("cells")
    void everySlotComesBack(Kind kind, Chain chain, Ending ending) {
        assertAsWritten(kind, chain, ending, RACES.run(kind, chain, ending, FEW));
    }

    @Tag("storm")
    @ParameterizedTest(name = "{0}, {1}, {2}")
    @MethodSource("cells")
    void everySlotComesBackStorm(Kind kind, Chain chain, Ending ending) {
        assertAsWritten(kind, chain, ending, RACES.run(kind, chain, ending, MANY));
    }

    @AfterAll
    static void slotsCameBackSoon() {
        RACES.assertSlotsCameBackSoon();
    }

    /** The account is exact whatever is written; how often frames are lost is up to the machine, but where it is never or always. */
    private static void assertAsWritten(Kind kind, Chain chain, Ending ending, Races.Outcome outcome) {
        Loses written = kind == Kind.RAW ? chain.loses(ending) : Loses.NEVER;
        switch (written) {
            case NEVER, ALWAYS -> assertThat(outcome.loses()).as("%s", outcome).isEqualTo(written);
            case OFTEN -> {
                if (outcome.races() >= MANY) {
                    assertThat(outcome.losing()).as("%s", outcome).isPositive();
                }
            }
            case SOMETIMES -> {
                // Nothing that must be.
            }
        }
    }

    @Test
    void theReadmeHasThisTable() throws IOException {
        // Surefire runs in the module's directory.
        String readme = Files.readString(Path.of("..", "README.md"), StandardCharsets.UTF_8);
        assertThat(readme).contains(RawTable.markdown())
                .contains("Reactor " + Flux.class.getPackage().getImplementationVersion() + " loses raw frames");
    }
}
