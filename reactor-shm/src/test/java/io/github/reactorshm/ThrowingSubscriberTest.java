package io.github.reactorshm;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import java.util.stream.Stream;

import io.github.reactorshm.testkit.Accounts;
import io.github.reactorshm.testkit.Channel;
import io.github.reactorshm.testkit.ManualUpstream;
import io.github.reactorshm.testkit.Payloads;
import io.github.reactorshm.testkit.Recorder;
import io.github.reactorshm.testkit.TestDirectory;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.reactivestreams.Publisher;
import reactor.core.scheduler.Schedulers;

import static org.assertj.core.api.Assertions.assertThat;

/** Subscribers that throw: their subscription ends, once, and every slot comes back. */
class ThrowingSubscriberTest {

    private static final Payloads NUMBERS = Payloads.varied(0, 500);
    private static final int FAILS_AT = 5;
    private static final Duration END = Duration.ofSeconds(30);

    @AutoClose
    private static final TestDirectory DIRECTORY = TestDirectory.create();

    private final Channel channel = Channel.in(DIRECTORY);
    private final ManualUpstream<Long> upstream = new ManualUpstream<>();
    private final List<ShmFrame> frames = new ArrayList<>();
    private ShmSink<Long> sink;
    private Recorder<Long> stays;

    @BeforeEach
    void begin() {
        sink = channel.sink(NUMBERS).open();
        upstream.subscribe(sink);
        stays = channel.record(NUMBERS, Long.MAX_VALUE);
        Accounts.awaitSubscriptions(sink, 1);
    }

    static Stream<Arguments> failures() {
        List<Named<BiFunction<Channel, Long, Publisher<?>>>> kinds = List.of(
                Named.of("decoded", (c, n) -> c.source(NUMBERS).build()),
                Named.of("raw", (c, n) -> c.source().build()),
                Named.of("frames", (c, n) -> c.source().frames()),
                Named.of("process on a pool",
                        (c, n) -> c.source().frames().process(Schedulers.parallel(), 2, Payloads::check)),
                Named.of("process on the spot",
                        (c, n) -> c.source().frames().process(Schedulers.immediate(), 1, Payloads::check)));
        List<Named<Supplier<Throwable>>> thrown = List.of(
                Named.of("an exception", () -> new IllegalStateException("thrown on purpose")),
                Named.of("an error", () -> new AssertionError("thrown on purpose")));
        return kinds.stream().flatMap(k -> thrown.stream().map(t -> Arguments.of(k, t)));
    }

    @ParameterizedTest
    @MethodSource("failures")
    void F7_onNextThrows(BiFunction<Channel, Long, Publisher<Object>> kind, Supplier<Throwable> thrown) {
        Throwable toThrow = thrown.get();
        Recorder<Object> consumer = Recorder.unbounded(item -> fail(item, toThrow));
        kind.apply(channel, 0L).subscribe(consumer);
        Accounts.awaitSubscriptions(sink, 2);
        for (long i = 1; i <= 100; i++) {
            upstream.nextOnDemand(i);
        }
        assertThat(consumer.awaitError(Throwable.class)).isSameAs(toThrow);
        assertThat(consumer.items()).hasSize(FAILS_AT);
        stays.awaitItems(100);
        Accounts.awaitSubscriptions(sink, 1);
        Accounts.awaitAllBack(sink);
        assertThat(frames).allMatch(ShmFrame::isClosed);

        upstream.complete();
        stays.awaitComplete();
        sink.onTerminate().block(END);
        assertThat(stays.items()).isEqualTo(LongStream.rangeClosed(1, 100).boxed().toList());
        stays.verify();
        consumer.verify();
    }

    private void fail(Object item, Throwable thrown) {
        if (item instanceof ShmFrame frame) {
            frames.add(frame);
            if (frames.size() < FAILS_AT) {
                frame.close();
                return;
            }
        } else if (item instanceof Long n && n < FAILS_AT) {
            return;
        }
        switch (thrown) {
            case RuntimeException e -> throw e;
            case Error e -> throw e;
            default -> throw new IllegalStateException(thrown);
        }
    }
}
