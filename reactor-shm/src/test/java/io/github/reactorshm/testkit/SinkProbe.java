package io.github.reactorshm.testkit;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

import io.github.reactorshm.ShmSink;
import io.github.reactorshm.ShmSinkBuilder;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import reactor.core.Disposable;
import reactor.core.Scannable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/**
 * A sink with its upstream: numbers from 1, as they are asked for. It counts what the upstream is told and how the sink ends.
 */
public final class SinkProbe {

    private final Options options;
    private final AtomicLong emitted = new AtomicLong();
    private final AtomicLong requested = new AtomicLong();
    private final AtomicInteger cancels = new AtomicInteger();
    private final AtomicInteger completions = new AtomicInteger();
    private final AtomicInteger errors = new AtomicInteger();
    private final AtomicBoolean tooMany = new AtomicBoolean();
    private final Milestones milestones = new Milestones();
    private final CompletableFuture<Signals> end = new CompletableFuture<>();
    private final CompletableFuture<String> encoding = new CompletableFuture<>();
    private final CompletableFuture<String> cancelled = new CompletableFuture<>();
    private final CompletableFuture<ShmSink<Long>> sink = new CompletableFuture<>();
    private final AtomicInteger subscribed = new AtomicInteger();
    private final Sinks.Empty<Void> stop = Sinks.empty();
    private final Sinks.Empty<Void> expiry = Sinks.empty();
    private volatile @Nullable Throwable error;
    private volatile long endNanos;
    private volatile @Nullable Disposable sending;

    /**
     * A sink that is not open yet.
     *
     * @param options {@code channel}, {@code directory}, {@code slots}, {@code size}; {@code salt}; {@code varied} lengths;
     *        {@code frames}, without end if absent, then completion, or nothing more with {@code stalls}; {@code gapMillis}
     *        between two, {@code gapUpToMillis} if it is to vary; {@code keepOpen}, {@code awaitSubscribers}, {@code heldLimit};
     *        {@code stopAt}: the element whose encoding stops half-way for good; {@code timeoutMillis} of
     *        Reactor's {@code timeout} between two elements of the upstream, by {@link #expire()} on {@code send}; {@code via}: {@code open} (the default) or
     *        {@code send}, which has no gauges; {@code after}: how the process ends right after the
     *        upstream's onComplete has returned: {@code exit}, {@code exitElsewhere} (on another thread), {@code halt}; or
     *        {@code haltAtEnd}, when the sink has ended
     */
    public SinkProbe(Options options) {
        this.options = options;
    }

    /** Opens the sink, by a call that blocks, or begins to send. */
    public void open() {
        if (options.text("via", "open").equals("send")) {
            sending = builder().send(upstream()).timeout(expiry.asMono()).subscribe(nothing -> {}, this::failed,
                    this::completed);
            return;
        }
        ShmSink<Long> opened = builder().open();
        sink.complete(opened);
        opened.onTerminate().subscribe(nothing -> {}, this::failed, this::completed);
        upstream().subscribe(opened);
    }

    /** On the thread on which the upstream completes, which is the library's own if nothing shifts it. */
    private void afterCompletion() {
        switch (options.text("after", "nothing")) {
            case "exit" -> System.exit(0);
            case "exitElsewhere" -> new Thread(() -> System.exit(0), "exit").start();
            case "halt" -> Runtime.getRuntime().halt(0);
            default -> {
            }
        }
    }

    private ShmSinkBuilder<Long> builder() {
        int salt = options.whole("salt", 0);
        long size = options.number("size", 64);
        Payloads payloads = options.is("varied") ? Payloads.varied(salt, size) : Payloads.full(salt, size);
        ShmSinkBuilder<Long> builder = ShmSink.<Long>channel(options.text("channel"))
                .baseDirectory(Path.of(options.text("directory"))).slots(options.whole("slots", 8))
                .awaitSubscribers(options.whole("awaitSubscribers", 1))
                .codec(options.has("stopAt")
                        ? new StoppingCodec(payloads, options.number("stopAt"), () -> encoding.complete(""))
                        : payloads);
        if (options.is("keepOpen")) {
            builder = builder.keepOpen();
        }
        return options.has("heldLimit") ? builder.heldLimit(options.whole("heldLimit", 1)) : builder;
    }

    private Publisher<Long> upstream() {
        Flux<Long> numbers = Flux.generate(() -> 1L, (next, out) -> {
            if (next > options.number("frames", Long.MAX_VALUE)) {
                out.complete();
            } else {
                out.next(next);
            }
            return next + 1;
        });
        if (options.is("stalls")) {
            numbers = numbers.concatWith(Flux.never());
        }
        if (options.has("gapMillis")) {
            numbers = numbers.delayElements(millis("gapMillis"));
        }
        if (options.has("gapUpToMillis")) {
            long most = TimeUnit.MILLISECONDS.toNanos(options.number("gapUpToMillis"));
            numbers = numbers.concatMap(number -> Mono.just(number)
                    .delayElement(Duration.ofNanos(ThreadLocalRandom.current().nextLong(most))), 1);
        }
        if (options.has("timeoutMillis")) {
            numbers = numbers.timeout(Mono.never(), number -> Mono.delay(millis("timeoutMillis")));
        }
        return numbers.takeUntilOther(stop.asMono())
                .doAfterTerminate(this::afterCompletion)
                .doOnSubscribe(s -> subscribed.incrementAndGet())
                .doOnRequest(requested::addAndGet)
                .doOnNext(number -> emitted())
                .doOnCancel(() -> {
                    cancels.incrementAndGet();
                    cancelled.complete("");
                });
    }

    private Duration millis(String name) {
        return Duration.ofMillis(options.number(name));
    }

    private void emitted() {
        long count = emitted.incrementAndGet();
        if (count > requested.get()) {
            tooMany.set(true);
        }
        milestones.reach(count);
    }

    private void completed() {
        completions.incrementAndGet();
        if (options.text("after", "nothing").equals("haltAtEnd")) {
            Runtime.getRuntime().halt(0);
        }
        over();
    }

    private void failed(Throwable e) {
        error = e;
        errors.incrementAndGet();
        over();
    }

    private void over() {
        endNanos = System.nanoTime();
        milestones.end();
        end.complete(signals());
    }

    // ------------------------------------------------------------------ for tests

    /** Has the upstream complete. */
    public void complete() {
        stop.tryEmitEmpty().orThrow();
    }

    /**
     * Has the upstream fail.
     *
     * @param e with what
     */
    public void fail(Throwable e) {
        stop.tryEmitError(e).orThrow();
    }

    /** Has the time-out on {@code send} pass. */
    public void expire() {
        expiry.tryEmitEmpty().orThrow();
    }

    /** Disposes of the sink, or of the subscription to {@code send}. */
    public void dispose() {
        Disposable s = sending;
        if (s == null) {
            sink().dispose();
        } else {
            s.dispose();
        }
    }

    public ShmSink<Long> sink() {
        if (!sink.isDone()) {
            throw new IllegalStateException("there is no sink to look at: " + options);
        }
        return sink.join();
    }

    /**
     * When the upstream has emitted so much, or the end.
     *
     * @param count how many
     * @return a future of the number that was emitted
     */
    public CompletableFuture<String> emitted(long count) {
        return milestones.at(count);
    }

    /**
     * When the sink has ended.
     *
     * @return a future of how
     */
    public CompletableFuture<Signals> end() {
        return end;
    }

    /** When it ended, as {@code System.nanoTime()} says. */
    public long endNanos() {
        return endNanos;
    }

    /**
     * When the encoding that is to stop has stopped.
     *
     * @return a future
     */
    public CompletableFuture<String> encoding() {
        return encoding;
    }

    /**
     * When the upstream was cancelled.
     *
     * @return a future
     */
    public CompletableFuture<String> cancelled() {
        return cancelled;
    }

    /**
     * How the sink ended, with the elements that the upstream has emitted.
     *
     * @return what was seen
     */
    public Signals signals() {
        return Signals.of(emitted.get(), tooMany.get() ? "the upstream emitted more than it was asked for" : "",
                completions.get(), errors.get(), error);
    }

    /**
     * What the upstream was told, and the sink's gauges.
     *
     * @return named numbers
     */
    public Options state() {
        Options state = signals().toOptions().with("subscribed", subscribed.get()).with("requested", requested.get())
                .with("cancels", cancels.get());
        if (sink.isDone()) {
            ShmSink<Long> s = sink();
            state.with("slots", s.slots()).with("free", s.freeSlots()).with("heldSlots", s.heldSlots())
                    .with("subscriptions", s.subscriptions()).with("credit", s.credit()).with("demanded", s.demand())
                    .with("published", s.published()).with("waiting", s.waitingFrames())
                    .with("discarded", s.discarded())
                    .with("terminated", s.scanOrDefault(Scannable.Attr.TERMINATED, false));
        }
        return state;
    }
}
