package io.github.reactorshm.layout;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.LongStream;

import io.github.reactorshm.error.ShmProtocolException;
import io.github.reactorshm.error.ShmVersionMismatchException;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** The figures that an owner writes down: what is read is what was written, whole, or a typed error. */
class StatsFileTest {

    private static final StatsIdentity IDENTITY = new StatsIdentity(-42, 8, 7_269_376, 4711, 1_700_000_000_000L);

    @AutoClose
    private final Arena arena = Arena.ofShared();
    private final MemorySegment file = arena.allocate(StatsFile.SIZE, Long.BYTES);

    private static ChannelTotals totals(long n) {
        return new ChannelTotals(8, n, 0, 2, n, n, n, n, n, n % 2 == 1, -n, n, n);
    }

    private static List<SubscriptionStats> subscriptions(int count, long n) {
        return LongStream.rangeClosed(1, count).mapToObj(id -> new SubscriptionStats(id,
                DeliveryMode.of((int) (id % 3) + 1), id % 3 == 2 ? "group-" + id : "", Long.MAX_VALUE, id % 9, n, n,
                n,
                id % 2 == 0)).toList();
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "1, 1", "62, 62", "63, 62", "1000, 62"})
    void whatIsReadIsWhatWasWritten(int present, int readable) {
        StatsFile stats = StatsFile.create(file, IDENTITY);
        assertThat(StatsReader.read(file, "c")).as("before the first figures").isNull();
        stats.store(17, totals(5), subscriptions(present, 3));
        assertThat(StatsReader.read(file, "c")).isEqualTo(
                new ChannelStats(IDENTITY, 17, totals(5), present, subscriptions(readable, 3)));
        stats.store(18, totals(6), List.of());
        assertThat(StatsReader.read(file, "c"))
                .isEqualTo(new ChannelStats(IDENTITY, 18, totals(6), 0, List.of()));
    }

    @Test
    void aReaderBesideAWriterSeesNoMixture() throws InterruptedException {
        StatsFile stats = StatsFile.create(file, IDENTITY);
        stats.store(0, totals(0), subscriptions(62, 0));
        AtomicBoolean over = new AtomicBoolean();
        Thread writer = Thread.ofPlatform().start(() -> {
            for (long n = 1; !over.get(); n++) {
                stats.store(n, totals(n), subscriptions(62, n));
                // An owner rests 250 ms here; a reader needs a moment without a write.
                for (int i = 0; i < 2_000; i++) {
                    Thread.onSpinWait();
                }
            }
        });
        int whole = 0;
        long last = -1;
        try {
            for (int i = 0; i < 20_000; i++) {
                ChannelStats read = StatsReader.read(file, "c");
                if (read != null) {
                    long n = read.writtenNanos();
                    assertThat(read.totals()).isEqualTo(totals(n));
                    assertThat(read.subscriptions()).allMatch(s -> s.delivered() == n && s.redelivered() == n);
                    assertThat(n).isGreaterThanOrEqualTo(last);
                    last = n;
                    whole++;
                }
            }
        } finally {
            over.set(true);
            writer.join();
        }
        assertThat(whole).as("reads that found figures").isPositive();
        assertThat(last).as("the last writing that was seen").isPositive();
    }

    @Test
    void anOwnerThatDiedWhileWritingHasNoFigures() {
        StatsFile.create(file, IDENTITY).store(1, totals(1), List.of());
        Words.putLong(file, StatsFile.SEQUENCE, 3);
        assertThat(StatsReader.read(file, "c")).isNull();
    }

    @Test
    void anotherVersionAndAnotherFileAreRefused() {
        StatsFile.create(file, IDENTITY).store(1, totals(1), List.of());
        Words.putInt(file, StatsFile.VERSION, LayoutVersion.CURRENT + 1);
        assertThatThrownBy(() -> StatsReader.read(file, "c")).isInstanceOf(ShmVersionMismatchException.class);
        Words.putLong(file, 0, 1);
        assertThatThrownBy(() -> StatsReader.read(file, "c")).isInstanceOf(ShmProtocolException.class);
        assertThatThrownBy(() -> StatsReader.read(file.asSlice(0, 4096), "c"))
                .isInstanceOf(ShmProtocolException.class).hasMessageContaining("4096");
    }

    @ParameterizedTest
    @CsvSource({"24, 0", "24, 2147483648", "32, 0", "40, -1", "80, 9", "80, -1", "88, -1", "104, -1", "128, -1",
            "152, 2", "184, -1", "184, 2147483648", "256, 0", "264, 4", "272, -1", "280, 9", "288, -1",
            "312, 65", "312, -1", "320, 27"})
    void aFigureOutsideItsRangeIsRefused(long offset, long value) {
        StatsFile.create(file, IDENTITY).store(1, totals(1),
                List.of(new SubscriptionStats(1, DeliveryMode.GROUP, "group", 1, 1, 1, 1, 1, false)));
        if (offset == StatsFile.RECORDS + StatsFile.RECORD_MODE
                || offset == StatsFile.RECORDS + StatsFile.RECORD_GROUP_LENGTH) {
            Words.putInt(file, offset, (int) value);
        } else {
            Words.putLong(file, offset, value);
        }
        assertThatThrownBy(() -> StatsReader.read(file, "c")).isInstanceOf(ShmProtocolException.class)
                .hasMessageContaining("stats file");
    }

    @Test
    void whateverBytesComeTheErrorIsTyped() {
        Random random = new Random(20_250_917);
        StatsFile stats = StatsFile.create(file, IDENTITY);
        int refused = 0;
        for (int i = 0; i < 20_000; i++) {
            stats.store(i, totals(i), subscriptions(3, i));
            int changes = 1 + random.nextInt(8);
            for (int c = 0; c < changes; c++) {
                // Where figures stand; the rest is never looked at.
                file.set(ValueLayout.JAVA_BYTE, random.nextInt(256 + 3 * 128), (byte) random.nextInt());
            }
            // A writer that was torn leaves an odd word; most inputs must get beyond it.
            Words.putLong(file, StatsFile.SEQUENCE, 2 + 2L * random.nextInt(1_000));
            try {
                StatsReader.read(file, "c");
            } catch (ShmProtocolException | ShmVersionMismatchException e) {
                refused++;
                StatsFile.create(file.fill((byte) 0), IDENTITY);
            }
        }
        assertThat(refused).as("inputs that were refused").isGreaterThan(1_000);
    }
}
