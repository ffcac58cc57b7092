package io.github.reactorshm.process;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.IntStream;

import io.github.reactorshm.ShmFrame;
import io.github.reactorshm.ShmSink;
import io.github.reactorshm.ShmSlot;
import io.github.reactorshm.ShmSource;
import io.github.reactorshm.codec.BytesCodec;
import io.github.reactorshm.error.ShmException;
import io.github.reactorshm.error.ShmPeerLostException;
import io.github.reactorshm.error.ShmStallTimeoutException;
import io.github.reactorshm.testkit.Accounts;
import io.github.reactorshm.testkit.ChildJvm;
import io.github.reactorshm.testkit.Processes;
import io.github.reactorshm.testkit.ReadyChildren;
import io.github.reactorshm.testkit.Recorder;
import io.github.reactorshm.testkit.RemoteEnd;
import io.github.reactorshm.testkit.SourceRole;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/** Whoever waits for a slot, asks for one or publishes one when the channel ends is told the reason, and never a passing one. */
class SlotEndingsTest {

    /** For what takes milliseconds; a busy machine may need seconds. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int SLOTS = 4;
    private static final int ROUNDS = 5;

    @RegisterExtension
    final Processes processes = new Processes();

    @Test
    void everyAskerIsToldOfTheConsumersDeath() {
        try (ReadyChildren children = new ReadyChildren(SourceRole.class, 2)) {
            for (int round = 0; round < ROUNDS; round++) {
                ChildJvm child = processes.add(children.take());
                ShmSink<byte[]> sink = open("killed-" + round, null);
                RemoteEnd.subscribe(child, "victim", processes.at("killed-" + round) + "demand=" + SLOTS);
                Accounts.awaitSubscriptions(sink, 1);
                // Every slot is taken, so that the askers wait.
                List<ShmSlot> taken = IntStream.range(0, SLOTS).mapToObj(i -> sink.acquire(PATIENCE)).toList();
                Askers askers = new Askers(sink);
                askers.add(() -> errorOfPublishing(taken.getFirst(), sink));
                Kills.kill(child);
                askers.assertAllAreTold(ShmPeerLostException.class);
                taken.forEach(ShmSlot::close);
                child.awaitExit();
            }
        }
    }

    @Test
    void everyAskerIsToldOfTheStall() {
        for (int round = 0; round < ROUNDS; round++) {
            ShmSink<byte[]> sink = open("stalled-" + round, Duration.ofMillis(300));
            Recorder<ShmFrame> hoarder = Recorder.asking(Long.MAX_VALUE);
            ShmSource.channel("stalled-" + round).baseDirectory(processes.directory()).frames().subscribe(hoarder);
            for (int i = 0; i < SLOTS; i++) {
                sink.acquire(PATIENCE).publish(1);
            }
            new Askers(sink).assertAllAreTold(ShmStallTimeoutException.class);
            hoarder.awaitError(ShmStallTimeoutException.class);
            hoarder.items().forEach(ShmFrame::close);
            sink.onTerminate().onErrorComplete().block(PATIENCE);
        }
    }

    private ShmSink<byte[]> open(String channel, @Nullable Duration stallTimeout) {
        var builder = ShmSink.<byte[]>channel(channel).slots(SLOTS).codec(BytesCodec.ofSlotSize(64))
                .baseDirectory(processes.directory());
        return (stallTimeout == null ? builder : builder.stallTimeout(stallTimeout)).open();
    }

    /** Publishes as soon as the sink has ended. */
    private static ShmException errorOfPublishing(ShmSlot slot, ShmSink<?> sink) {
        while (!sink.isDisposed()) {
            Thread.onSpinWait();
        }
        return catchThrowableOfType(ShmException.class, () -> slot.publish(1));
    }

    /** One that waits for a slot, one that blocks, and one that asks again and again; each until it is told of the end. */
    private static final class Askers {

        private final List<CompletableFuture<ShmException>> told = new ArrayList<>();

        Askers(ShmSink<?> sink) {
            told.add(sink.acquire().map(slot -> new AssertionError("there was a slot")).cast(Throwable.class)
                    .onErrorResume(Mono::just).cast(ShmException.class).toFuture());
            add(() -> catchThrowableOfType(ShmException.class, () -> sink.acquire(PATIENCE)));
            add(() -> {
                ShmException error = null;
                while (error == null) {
                    Thread.onSpinWait();
                    error = catchThrowableOfType(ShmException.class, sink::tryAcquire);
                }
                return error;
            });
        }

        void add(Supplier<ShmException> asker) {
            told.add(Mono.fromSupplier(asker).subscribeOn(Schedulers.boundedElastic()).toFuture());
        }

        void assertAllAreTold(Class<? extends ShmException> reason) {
            assertThat(told).allSatisfy(asker -> assertThat(asker).succeedsWithin(PATIENCE).isInstanceOf(reason));
        }
    }
}
