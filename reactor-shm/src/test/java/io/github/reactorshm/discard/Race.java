package io.github.reactorshm.discard;

import java.time.Duration;
import java.util.Objects;

import io.github.reactorshm.ShmFrame;
import io.github.reactorshm.ShmSink;
import io.github.reactorshm.testkit.Accounts;
import io.github.reactorshm.testkit.Channel;
import io.github.reactorshm.testkit.Crew;
import io.github.reactorshm.testkit.ManualUpstream;
import io.github.reactorshm.testkit.Payloads;
import io.github.reactorshm.testkit.Recorder;
import io.github.reactorshm.testkit.Resources;
import io.github.reactorshm.testkit.TestDirectory;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import reactor.core.scheduler.Scheduler;

/**
 * One chain upon one source of a channel of its own, ended once while frames are under way. Another subscriber, which takes everything,
 * keeps the sink going whatever the chain does, and the upstream emits by hand, so the account is exact: in the end every slot is
 * free, or reserved for an element that the upstream was asked for.
 */
final class Race {

    static final int SLOTS = 8;
    /** One in the hands of a busy worker and five behind it. */
    static final int FRAMES = 6;

    private static final Payloads NUMBERS = Payloads.varied(0, 100);
    private static final Duration END = Duration.ofSeconds(60);

    private final Kind kind;
    private final Chain chain;
    private final Ending ending;
    private final Crew crew;
    private final Channel channel;
    private final ManualUpstream<Long> upstream = new ManualUpstream<>();
    private final ShmSink<Long> sink;
    private final Kind.Source source;
    private final Tap tap;
    private long endedAt;
    private @Nullable Duration settledAfter;

    Race(Kind kind, Chain chain, Ending ending, TestDirectory directory, Scheduler scheduler, Crew crew) {
        this.kind = kind;
        this.chain = chain;
        this.ending = ending;
        this.crew = crew;
        this.channel = Channel.in(directory);
        this.sink = channel.sink(NUMBERS).slots(SLOTS).open();
        this.source = kind.open(channel, NUMBERS, scheduler);
        this.tap = new Tap(source.flux());
        upstream.subscribe(sink);
        channel.source(NUMBERS).build().subscribe(Recorder.asking(Long.MAX_VALUE));
        upstream.awaitRequested(SLOTS);
    }

    /** What the race uses is local to it: nothing of it must keep a lost frame from being found. */
    void run(Scheduler scheduler) {
        Scene scene = new Scene(scheduler);
        Receiver receiver = ending == Ending.DISPOSE ? Receiver.gated() : Receiver.asking(2);
        chain.operators().apply(tap, scene).doOnDiscard(ShmFrame.class, ShmFrame::close).cast(Object.class)
                .subscribe(receiver);
        Accounts.awaitSubscriptions(sink, 1 + chain.attachments());
        switch (ending) {
            case CANCEL -> cancel(receiver, scene);
            case BUSY -> cancelBehindBusyWorkers(receiver, scene);
            case ERROR -> fail(receiver, scene);
            case DISPOSE -> dispose(receiver, scene);
            case DEATH -> die(receiver, scene);
        }
        endedAt = System.nanoTime();
    }

    private void cancel(Receiver receiver, Scene scene) {
        emit(2);
        crew.together(() -> emit(FRAMES - 2), receiver::cancel, scene::pull);
    }

    private void cancelBehindBusyWorkers(Receiver receiver, Scene scene) {
        BusyWorkers busy = BusyWorkers.all(scene.scheduler());
        try {
            emit(FRAMES);
            if (kind != Kind.PROCESS) {
                // Its workers are the busy ones: nothing comes of it.
                awaitQueued();
            }
            receiver.cancel();
        } finally {
            busy.free();
        }
    }

    private void fail(Receiver receiver, Scene scene) {
        emit(2);
        crew.together(() -> {
            emit(FRAMES - 2);
            upstream.error(new Scene.Thrown());
        }, receiver::requestAll, scene::pull);
        leave(receiver);
    }

    private void dispose(Receiver receiver, Scene scene) {
        emit(FRAMES);
        String thread = receiver.awaitEntered();
        if (kind == Kind.RAW && !thread.startsWith("reactor-shm-source")) {
            awaitQueued();
        }
        crew.together(() -> {
            receiver.cancel();
            receiver.open();
        }, scene::pull);
    }

    /** Where the worker does not hold up what comes behind, as much of that queues up as the operator asks for. */
    private void awaitQueued() {
        Awaitility.await().atMost(END).pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(1))
                .until(() -> tap.taken() >= Math.min(tap.asked(), (long) FRAMES * chain.attachments()));
    }

    private void die(Receiver receiver, Scene scene) {
        emit(2);
        crew.together(() -> emit(FRAMES - 2), sink::dispose, scene::pull);
        receiver.requestAll();
        leave(receiver);
    }

    /** The stream has ended; a chain that goes on all the same is cancelled. */
    private void leave(Receiver receiver) {
        if (chain.goesOn()) {
            receiver.cancel();
        } else {
            receiver.awaitEnd();
        }
    }

    private void emit(int count) {
        for (int i = 0; i < count; i++) {
            upstream.next(upstream.emitted() + 1);
        }
    }

    // ------------------------------------------------------------------ the account

    /** Whether every slot is back; the first time that it is, the time is noted. */
    boolean isSettled() {
        boolean settled = areSlotsBack();
        if (settled && settledAfter == null) {
            settledAfter = Duration.ofNanos(System.nanoTime() - endedAt);
        }
        return settled;
    }

    /** How long after its end it was seen to be settled. */
    Duration settledAfter() {
        return Objects.requireNonNull(settledAfter, "it is not settled");
    }

    private boolean areSlotsBack() {
        return switch (ending) {
            case CANCEL, BUSY, DISPOSE -> isOpenSinkSettled();
            case ERROR -> sink.isDisposed() && sink.heldSlots() == 0 && sink.freeSlots() == SLOTS;
            // The sink has no account any more; the memory goes when the last frame is closed.
            case DEATH -> isUnmapped();
        };
    }

    private boolean isOpenSinkSettled() {
        // What came to the sink last may not be published yet.
        boolean seen = sink.published() == upstream.emitted() && sink.subscriptions() == 1 + tap.attached();
        boolean back = sink.heldSlots() == 0 && sink.freeSlots() + sink.credit() == SLOTS
                && upstream.outstanding() == sink.credit();
        if (!hasLeft()) {
            // Its demand still counts, so the upstream need not be asked for everything.
            return seen && chain.missesCancel() && (kind == Kind.RAW || back);
        }
        // The newest frame's slot is free and kept for whoever wants that one; all others are there to be filled.
        return seen && back && sink.credit() >= SLOTS - 1;
    }

    /** Whether nothing of the channel is in this JVM's memory any more. */
    boolean isUnmapped() {
        return Resources.mappings(channel.directory()).isEmpty();
    }

    /** Whether the chain has let go of its source. */
    private boolean hasLeft() {
        return tap.attached() == 0;
    }

    /** How many frames were lost, and have come back only by a collection. */
    long lost() {
        return source.reclaimed().getAsLong();
    }

    /** How many lost frames are kept. */
    long kept() {
        return source.kept().getAsLong();
    }

    String channel() {
        return channel.name();
    }

    void close() {
        sink.dispose();
        sink.onTerminate().onErrorComplete().block(END);
    }

    @Override
    public String toString() {
        return kind + " " + chain + ", " + ending + ": " + sink + ", held " + sink.heldSlots() + ", credit "
                + sink.credit() + ", published " + sink.published() + ", emitted " + upstream.emitted() + ", asked "
                + upstream.requested() + ", attached " + tap.attached() + ", reclaimed " + lost() + ", kept " + kept();
    }
}
