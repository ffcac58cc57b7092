package io.github.reactorshm.cli;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

import io.github.reactorshm.layout.ChannelStats;
import io.github.reactorshm.layout.ChannelTotals;
import io.github.reactorshm.layout.DeliveryMode;
import io.github.reactorshm.layout.StatsIdentity;
import io.github.reactorshm.layout.SubscriptionStats;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Figures as people read them. */
class FiguresTest {

    @ParameterizedTest
    @CsvSource({"0, 0 B", "1023, 1023 B", "1024, 1.0 KiB", "58155520, 55.5 MiB", "3221225472, 3.0 GiB",
            "9223372036854775807, 8388608.0 TiB"})
    void sizes(long bytes, String text) {
        assertThat(Texts.size(bytes)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({"0, 0 ms", "999, 999 ms", "1500, 1.5 s", "60000, 1 min", "7380000, 2 h 3 min"})
    void ages(long millis, String text) {
        assertThat(Texts.age(millis)).isEqualTo(text);
    }

    @Test
    void whatIsNotKnownIsAHyphenAndNoBoundIsAWord() {
        assertThat(List.of(Texts.count(null), Texts.age(null), Texts.rate(null), Texts.foreign(""))).containsOnly("-");
        assertThat(Texts.demand(Long.MAX_VALUE - 12_345)).isEqualTo("unbounded");
        assertThat(Texts.demand(12_345L)).isEqualTo("12,345");
        assertThat(Texts.foreign("a\u001b[2Jb\n")).as("nothing that steers a terminal").isEqualTo("a?[2Jb?");
    }

    @Test
    void ratesAreThoseOfOneOpening() {
        ChannelStats before = stats(1, 1_000_000_000L, 10);
        ChannelStats now = stats(1, 3_000_000_000L, 50);
        assertThat(new Rates(before, now).of(50, s -> s.totals().published())).isEqualTo(20);
        SubscriptionStats then = new Rates(before, now).before(7);
        assertThat(new Rates(before, now).of(50, then, SubscriptionStats::delivered)).isEqualTo(20);
        assertThat(new Rates(before, now).before(8)).as("one that came in between").isNull();
        assertThat(new Rates(before, before).of(10, s -> s.totals().published())).as("not written since").isNull();
        assertThat(new Rates(stats(2, 1, 10), now).of(50, s -> s.totals().published())).as("another one").isNull();
        assertThat(new Rates(null, now).of(50, s -> s.totals().published())).isNull();
    }

    private static ChannelStats stats(long incarnation, long nanos, long n) {
        return new ChannelStats(new StatsIdentity(incarnation, 8, 100, 1, 1), nanos,
                new ChannelTotals(8, 0, 0, 1, 1, 1, n, 0, 0, false, nanos, 0, 0), 1,
                List.of(new SubscriptionStats(7, DeliveryMode.LATEST, "", 1, 0, n, 0, 0, false)));
    }

    @Test
    void columnsAreAsWideAsTheirWidest() {
        Table table = new Table("NAME", ">N", "");
        table.row("a", "1,000", "");
        table.row("camera", "7", "x");
        assertThat(table.text()).isEqualTo("NAME        N\na       1,000\ncamera      7  x\n");
    }

    @Test
    void aTerminalIsWrittenOverAndAFileIsNot() {
        assertThat(shown(true)).isEqualTo("\u001b[H\u001b[2Ja\u001b[K\n\u001b[J\u001b[Hb\u001b[K\n\u001b[J");
        assertThat(shown(false)).isEqualTo("a\n\nb\n");
    }

    private static String shown(boolean terminal) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Screen screen = new Screen(new PrintStream(bytes, true, StandardCharsets.UTF_8), terminal);
        screen.show("a\n");
        screen.show("b\n");
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
