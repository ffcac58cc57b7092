package io.github.reactorshm;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Stream;

import io.github.reactorshm.codec.TextCodec;
import io.github.reactorshm.testkit.Accounts;
import io.github.reactorshm.testkit.Channel;
import io.github.reactorshm.testkit.ManualUpstream;
import io.github.reactorshm.testkit.Recorder;
import io.github.reactorshm.testkit.TestDirectory;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.scheduler.Schedulers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

class DemandTest {

    private static final TextCodec TEXT = TextCodec.ofSlotSize(64);
    private static final Duration END = Duration.ofSeconds(10);

    @AutoClose
    private static final TestDirectory DIRECTORY = TestDirectory.create();

    private final Channel channel = Channel.in(DIRECTORY);
    private final ManualUpstream<String> upstream = new ManualUpstream<>();

    private ShmSink<String> openSink() {
        ShmSink<String> sink = channel.sink(TEXT).open();
        upstream.subscribe(sink);
        return sink;
    }

    @Test
    void D3_unboundedTwiceThenSeventeenLeavesAtMostThePoolInFlight() {
        ShmSink<String> sink = openSink();
        Recorder<ShmFrame> consumer = channel.recordFrames(0);
        consumer.request(Long.MAX_VALUE);
        consumer.request(Long.MAX_VALUE);
        consumer.request(17);

        upstream.awaitRequested(8);
        for (int i = 1; i <= 8; i++) {
            upstream.next("text " + i);
        }
        consumer.awaitItems(8);
        Accounts.awaitHeld(sink, 8);
        assertThat(upstream.requested()).as("asked for while the whole pool is held").isEqualTo(8);
        assertThat(sink.demand()).as("unbounded demand").isEqualTo(Long.MAX_VALUE - 8);

        for (int i = 0; i < 1_000; i++) {
            consumer.items().get(i).close();
            upstream.awaitRequested(9 + i);
            assertThat(sink.heldSlots()).as("in flight").isLessThanOrEqualTo(8);
            upstream.next("text " + (9 + i));
            consumer.awaitItems(9 + i);
        }
        await().untilAsserted(() -> assertThat(sink.demand()).as("unbounded stays unbounded")
                .isEqualTo(Long.MAX_VALUE - 1_008));
        consumer.items().forEach(ShmFrame::close);
        upstream.complete();
        consumer.awaitComplete();
        consumer.verify();
        sink.onTerminate().block(END);
    }

    static Stream<Arguments> badRequests() {
        return Stream.of(0L, -1L, Long.MIN_VALUE).flatMap(n -> Stream.of(
                Arguments.of(n, Named.<Function<Channel, Publisher<?>>>of("decoded", c -> c.source(TEXT).build())),
                Arguments.of(n, Named.<Function<Channel, Publisher<?>>>of("raw", c -> c.source().build())),
                Arguments.of(n, Named.<Function<Channel, Publisher<?>>>of("process",
                        c -> c.source().frames().process(Schedulers.parallel(), 2, ShmFrame::sequence)))));
    }

    @ParameterizedTest
    @MethodSource("badRequests")
    void D4_aRequestOfNothingEndsThatSubscriptionAlone(long n, Function<Channel, Publisher<Object>> kind) {
        ShmSink<String> sink = openSink();
        Recorder<String> other = channel.record(TEXT, Long.MAX_VALUE);
        Recorder<Object> consumer = Recorder.asking(3);
        kind.apply(channel).subscribe(consumer);
        Accounts.awaitSubscriptions(sink, 2);
        // The other may have been granted more before this one came: what is beyond its demand of 3 waits in its ring.
        while (consumer.size() < 3) {
            upstream.nextOnDemand("text");
            int published = (int) upstream.emitted();
            other.awaitItems(published);
            consumer.awaitItems(Math.min(3, published));
        }

        consumer.request(n);
        IllegalArgumentException error = consumer.awaitError(IllegalArgumentException.class);
        assertThat(error).hasMessageContaining("3.9").hasMessageContaining(String.valueOf(n));
        consumer.items().stream().filter(ShmFrame.class::isInstance).forEach(f -> ((ShmFrame) f).close());
        Accounts.awaitSubscriptions(sink, 1);
        Accounts.awaitAllBack(sink);
        for (int i = 0; i < 100; i++) {
            upstream.nextOnDemand("text");
        }
        other.awaitItems((int) upstream.emitted());
        upstream.complete();
        other.awaitComplete();
        other.verify();
        consumer.verify();
        sink.onTerminate().block(END);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1})
    void D4_aRequestOfNothingEndsASubscriptionThatIsNotAttachedYet(long n) {
        Recorder<ShmFrame> consumer = channel.recordFrames(0);
        consumer.request(n);
        consumer.awaitError(IllegalArgumentException.class);
        consumer.verify();
    }

    @Test
    void D9_nothingIsEmittedBeforeTheFirstSubscriberAndNothingIsLost() {
        AtomicInteger emitted = new AtomicInteger();
        ShmSink<String> sink = channel.sink(TEXT).open();
        Flux.range(1, 100).map(i -> "text " + i).doOnNext(i -> emitted.incrementAndGet()).subscribe(sink);
        // More than two ticks of the sink, 250 ms each, and ten times as long as its loop waits.
        await().during(Duration.ofMillis(600)).untilAsserted(() -> {
            assertThat(emitted).as("elements emitted").hasValue(0);
            assertThat(sink.credit()).as("credit").isZero();
        });
        Recorder<String> consumer = channel.record(TEXT, Long.MAX_VALUE);
        consumer.awaitComplete();
        assertThat(consumer.items()).hasSize(100).startsWith("text 1", "text 2").endsWith("text 100");
        consumer.verify();
        sink.onTerminate().block(END);
    }

    @Test
    void D9_aCompletionWithoutElementsWaitsForTheFirstSubscriber() {
        ShmSink<String> sink = openSink();
        upstream.complete();
        Recorder<String> consumer = channel.record(TEXT, 0);
        consumer.awaitComplete();
        assertThat(consumer.items()).isEmpty();
        sink.onTerminate().block(END);
    }

    @Test
    void D9_anAttachedSubscriberThatAsksForNothingGetsNothing() {
        ShmSink<String> sink = openSink();
        Recorder<String> consumer = channel.record(TEXT, 0);
        Accounts.awaitSubscriptions(sink, 1);
        await().during(Duration.ofMillis(600)).untilAsserted(() -> assertThat(upstream.requested()).isZero());
        consumer.request(1);
        upstream.awaitRequested(1);
        upstream.next("text 1");
        assertThat(consumer.awaitItems(1)).isEqualTo(List.of("text 1"));
        consumer.cancel();
        upstream.awaitCancelled();
        consumer.verify();
    }
}
