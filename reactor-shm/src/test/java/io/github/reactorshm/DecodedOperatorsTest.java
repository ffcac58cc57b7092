package io.github.reactorshm;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

import static org.assertj.core.api.Assertions.assertThat;

/** Reactor's operators behind a decoded source: whatever they queue, drop or cancel, every slot is back. */
class DecodedOperatorsTest {

    private static final Payloads NUMBERS = Payloads.varied(0, 100);
    private static final int TAKEN = 700;
    /** Far more than it takes; the machine may be busy. */
    private static final Duration END = Duration.ofSeconds(30);

    @AutoClose
    private static final TestDirectory DIRECTORY = TestDirectory.create();

    private final Channel channel = Channel.in(DIRECTORY);
    private ShmSink<Long> sink;
    private Recorder<Long> stays;

    @BeforeEach
    void begin() {
        sink = channel.sink(NUMBERS).open();
        // It takes part in pacing, and keeps the sink open when the others have gone.
        stays = channel.record(NUMBERS, Long.MAX_VALUE);
        Accounts.awaitSubscriptions(sink, 1);
    }

    private void endAndCheck() {
        Accounts.awaitSubscriptions(sink, 1);
        int before = stays.size();
        stays.awaitAtLeast(before + 100);
        stays.cancel();
        stays.verify();
    }

    private Flux<Long> decoded() {
        return Flux.from(channel.source(NUMBERS).build());
    }

    private static Flux<Long> endless() {
        AtomicInteger number = new AtomicInteger();
        return Flux.generate(s -> s.next((long) number.incrementAndGet()));
    }

    static Stream<Named<UnaryOperator<Flux<Long>>>> operators() {
        return Stream.of(Named.of("take", f -> f.take(TAKEN)),
                Named.of("publishOn", f -> f.publishOn(Schedulers.parallel()).take(TAKEN)),
                Named.of("publishOn, one at a time", f -> f.publishOn(Schedulers.parallel(), 1).take(TAKEN)),
                Named.of("flatMap",
                        f -> f.flatMap(n -> Mono.just(n).publishOn(Schedulers.parallel())).take(TAKEN)),
                Named.of("flatMapSequential", f -> f.flatMapSequential(Mono::just).take(TAKEN)),
                Named.of("concatMap",
                        f -> f.concatMap(n -> Mono.just(n).publishOn(Schedulers.parallel())).take(TAKEN)),
                Named.of("filter", f -> f.filter(n -> n % 2 == 0).take(TAKEN)),
                Named.of("buffer of more than the pool", f -> f.buffer(20).take(TAKEN / 20).flatMapIterable(l -> l)),
                Named.of("window", f -> f.window(10).concatMap(w -> w).take(TAKEN)),
                Named.of("zip", f -> f.zipWith(Flux.range(1, TAKEN), (n, i) -> n)),
                Named.of("onBackpressureDrop", f -> f.onBackpressureDrop().publishOn(Schedulers.parallel()).take(50)),
                Named.of("onBackpressureLatest",
                        f -> f.onBackpressureLatest().publishOn(Schedulers.parallel()).take(50)),
                Named.of("takeUntilOther",
                        f -> f.takeUntilOther(f.skip(TAKEN / 2).next()).publishOn(Schedulers.parallel())),
                Named.of("timeout", f -> f.timeout(END).take(TAKEN)),
                Named.of("share", f -> {
                    Flux<Long> shared = f.share();
                    return Flux.merge(shared.take(TAKEN), shared.take(TAKEN / 2));
                }),
                Named.of("limitRate", f -> f.limitRate(5, 2).take(TAKEN)));
    }

    @ParameterizedTest
    @MethodSource("operators")
    void everySlotIsBackWhenTheChainHasEnded(UnaryOperator<Flux<Long>> operator) {
        Flux<Long> chain = operator.apply(decoded());
        endless().subscribeOn(Schedulers.boundedElastic()).subscribe(sink);
        List<Long> seen = chain.collectList().block(END);
        assertThat(seen).isNotEmpty();
        endAndCheck();
    }

    @Test
    void aTimeoutInTheConsumerCancelsAndEverySlotIsBack() {
        ManualUpstream<Long> upstream = new ManualUpstream<>();
        upstream.subscribe(sink);
        Recorder<Long> consumer = Recorder.asking(Long.MAX_VALUE);
        decoded().timeout(Duration.ofMillis(300)).subscribe(consumer);
        Accounts.awaitSubscriptions(sink, 2);
        upstream.nextOnDemand(1L);
        consumer.awaitError(TimeoutException.class);
        consumer.verify();
        Accounts.awaitSubscriptions(sink, 1);
        Accounts.awaitAllBack(sink);
        for (long n = 2; n <= 50; n++) {
            upstream.nextOnDemand(n);
        }
        stays.awaitItems((int) upstream.emitted());
        upstream.complete();
        stays.awaitComplete();
        sink.onTerminate().block(END);
        assertThat(sink.freeSlots()).isEqualTo(8);
    }

    @Test
    void aRetrySubscribesAnewAndEverySlotIsBack() {
        AtomicInteger failures = new AtomicInteger();
        Flux<Long> chain = decoded().index().map(indexed -> {
            if (indexed.getT1() == 10 && failures.incrementAndGet() <= 20) {
                throw new IllegalStateException("thrown on purpose");
            }
            return indexed.getT2();
        }).retry().take(TAKEN);
        endless().subscribeOn(Schedulers.boundedElastic()).subscribe(sink);
        List<Long> seen = chain.collectList().block(END);
        assertThat(seen).hasSize(TAKEN).isSorted().doesNotHaveDuplicates();
        assertThat(failures).hasValueGreaterThan(20);
        endAndCheck();
    }
}
