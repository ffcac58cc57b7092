package io.github.reactorshm;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

import io.github.reactorshm.testkit.Accounts;
import io.github.reactorshm.testkit.Channel;
import io.github.reactorshm.testkit.Payloads;
import io.github.reactorshm.testkit.TestDirectory;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

import static org.assertj.core.api.Assertions.assertThat;

/** Whatever the upstream and however the demand: N sent are N received, in order and right in every byte. */
class LosslessTest {

    private static final Payloads NUMBERS = Payloads.varied(0, 200);
    /** 100,000 elements of 200 bytes take a few seconds on two busy cores. */
    private static final Duration END = Duration.ofMinutes(2);

    @AutoClose
    private static final TestDirectory DIRECTORY = TestDirectory.create();

    private final Channel channel = Channel.in(DIRECTORY);

    private static Named<LongFunction<Flux<Long>>> upstream(String name, LongFunction<Flux<Long>> upstream) {
        return Named.of(name, upstream);
    }

    private static Named<Function<Channel, Flux<Long>>> consumer(String name, Function<Channel, Flux<Long>> consumer) {
        return Named.of(name, consumer);
    }

    private static Flux<Long> range(long n) {
        return Flux.range(1, (int) n).map(Integer::longValue);
    }

    private static Flux<Long> decoded(Channel c) {
        return Flux.from(c.source(NUMBERS).build());
    }

    private static Flux<ShmFrame> raw(Channel c) {
        return Flux.from(c.source().build());
    }

    private static Long checkAndClose(ShmFrame frame) {
        try (frame) {
            return Payloads.check(frame);
        }
    }

    private static Flux<Long> process(Channel c, int concurrency) {
        return c.source().frames().process(Schedulers.parallel(), concurrency, Payloads::check);
    }

    static Stream<Arguments> combinations() {
        BiFunction<String, LongFunction<Flux<Long>>, Named<LongFunction<Flux<Long>>>> up = LosslessTest::upstream;
        List<Named<LongFunction<Flux<Long>>>> upstreams = List.of(up.apply("synchronous", LosslessTest::range),
                up.apply("on another thread", n -> range(n).subscribeOn(Schedulers.boundedElastic())),
                up.apply("queued", n -> range(n).publishOn(Schedulers.parallel(), 3)));
        List<Named<Function<Channel, Flux<Long>>>> consumers = List.of(consumer("decoded", LosslessTest::decoded),
                consumer("decoded, one at a time", c -> decoded(c).limitRate(1)),
                consumer("decoded, 3 at a time", c -> decoded(c).limitRate(3)),
                consumer("decoded, queued on another thread", c -> decoded(c).publishOn(Schedulers.parallel())),
                consumer("raw", c -> raw(c).map(LosslessTest::checkAndClose)),
                consumer("raw, queued on another thread",
                        c -> raw(c).publishOn(Schedulers.parallel(), 4).map(LosslessTest::checkAndClose)),
                consumer("process, 1 worker", c -> process(c, 1)),
                consumer("process, 3 workers, 2 at a time", c -> process(c, 3).limitRate(2)),
                consumer("process, more workers than slots", c -> process(c, 20)));
        return upstreams.stream().flatMap(u -> consumers.stream().map(c -> Arguments.of(u, c)));
    }

    @ParameterizedTest
    @MethodSource("combinations")
    void D8_nSentAreNReceived(LongFunction<Flux<Long>> upstream, Function<Channel, Flux<Long>> consumer)
            throws InterruptedException {
        assertAllComes(2_000, upstream, consumer);
    }

    @Tag("storm")
    @ParameterizedTest
    @MethodSource("combinations")
    void D8_nSentAreNReceivedStorm(LongFunction<Flux<Long>> upstream, Function<Channel, Flux<Long>> consumer)
            throws InterruptedException {
        assertAllComes(100_000, upstream, consumer);
    }

    private void assertAllComes(int n, LongFunction<Flux<Long>> upstream, Function<Channel, Flux<Long>> consumer)
            throws InterruptedException {
        CountDownLatch sent = new CountDownLatch(1);
        channel.sink(NUMBERS).send(upstream.apply(n)).doOnSuccess(nothing -> sent.countDown()).subscribe();
        List<Long> received = consumer.apply(channel).collectList().block(END);
        assertThat(received).isEqualTo(numbers(1, n));
        assertThat(sent.await(END.toSeconds(), TimeUnit.SECONDS)).as("the end of send").isTrue();
    }

    @Test
    void D8_everyOneOfSeveralSubscribersGetsAll() {
        everyOneGetsAll(5_000);
    }

    @Tag("storm")
    @Test
    void D8_everyOneOfSeveralSubscribersGetsAllStorm() {
        everyOneGetsAll(200_000);
    }

    private void everyOneGetsAll(int n) {
        ShmSink<Long> sink = channel.sink(NUMBERS).open();
        List<Flux<Long>> consumers = List.of(decoded(channel), decoded(channel).limitRate(1),
                raw(channel).map(LosslessTest::checkAndClose), process(channel, 2));
        Mono<List<List<Long>>> all = Flux.merge(IntStream.range(0, consumers.size())
                .mapToObj(i -> consumers.get(i).collectList().subscribeOn(Schedulers.boundedElastic())).toList())
                .collectList().cache();
        all.subscribe();
        Accounts.awaitSubscriptions(sink, consumers.size());
        range(n).subscribe(sink);
        List<List<Long>> received = all.block(END);
        assertThat(received).hasSize(consumers.size()).allSatisfy(list -> assertThat(list).isEqualTo(numbers(1, n)));
        sink.onTerminate().block(END);
        assertThat(sink.published()).isEqualTo(n);
        assertThat(sink.freeSlots()).isEqualTo(8);
    }

    private static List<Long> numbers(long first, long last) {
        return LongStream.rangeClosed(first, last).boxed().toList();
    }
}
