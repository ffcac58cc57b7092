package io.github.reactorshm.testkit;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;

import io.github.reactorshm.ShmFrame;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;

/**
 * A subscriber that checks every byte, the order and the signals' grammar. It asks for a number of elements at once, or for
 * one after another, and keeps the last few raw frames open.
 */
public final class SourceProbe implements CoreSubscriber<Object> {

    private static final long EACH = -1;

    private final long demand;
    private final int hold;
    private final OrderCheck order;
    private final @Nullable Journal journal;
    private final long blockAt;
    private final Histogram delays = new Histogram(3);
    private final Histogram waits = new Histogram(3);
    private volatile long askedAt;
    private final Deque<ShmFrame> held = new ArrayDeque<>();
    private final CompletableFuture<Signals> end = new CompletableFuture<>();
    private final Milestones milestones = new Milestones();

    private @Nullable Subscription upstream;
    private long received;
    private String problem = "";
    private int completions;
    private int errors;
    private @Nullable Throwable error;
    private long endNanos;
    private @Nullable CountDownLatch gate;

    /**
     * A subscriber.
     *
     * @param options {@code demand}: a number, {@code max} (the default) or {@code each}; {@code hold}: how many of the last
     *        raw frames stay open; {@code mode}, of which only raw frames tell all; {@code journal}: a file in which a
     *        {@link Journal} is kept; {@code blockAt}: the element whose onNext, the how many-th, waits
     */
    public SourceProbe(Options options) {
        this.demand = options.text("demand", "max").equals("each") ? EACH : options.number("demand", Long.MAX_VALUE);
        this.hold = options.whole("hold", 0);
        this.order = new OrderCheck(options.text("mode", "lossless"));
        this.journal = options.has("journal") ? Journal.at(Path.of(options.text("journal"))) : null;
        this.blockAt = options.number("blockAt", 0);
    }

    @Override
    public void onSubscribe(Subscription s) {
        synchronized (this) {
            upstream = s;
        }
        if (demand != 0) {
            s.request(demand == EACH ? 1 : demand);
        }
    }

    @Override
    public void onNext(Object element) {
        boolean again = false;
        if (element instanceof ShmFrame frame) {
            again = frame.redelivered();
            write(again ? Journal.What.RECEIVED_AGAIN : Journal.What.RECEIVED, frame.sequence());
            delays.recordValue(Math.max(0, System.nanoTime() - frame.publishedNanos()));
        }
        if (demand == EACH && askedAt != 0) {
            waits.recordValue(System.nanoTime() - askedAt);
        }
        long tag = element instanceof ShmFrame frame ? Payloads.check(frame) : (Long) element;
        long number = Payloads.number(tag);
        if (element instanceof ShmFrame frame && frame.sequence() != number) {
            problem("frame " + frame.sequence() + " holds element " + number);
        }
        CountDownLatch closed;
        synchronized (this) {
            if (completions + errors > 0) {
                problem("element " + number + " after the end");
            }
            String wrong = order.next(number, Payloads.salt(tag), again);
            if (!wrong.isEmpty()) {
                problem(wrong);
            }
            received++;
            if (received == blockAt) {
                gate = new CountDownLatch(1);
            }
            closed = gate;
        }
        if (element instanceof ShmFrame frame) {
            keep(frame);
        }
        if (closed != null) {
            milestones.reach(received());
            waitAt(closed);
        }
        milestones.reach(received());
        if (demand == EACH) {
            askedAt = System.nanoTime();
            request(1);
        }
    }

    private void write(Journal.What what, long sequence) {
        if (journal != null) {
            journal.write(what, sequence);
        }
    }

    private void keep(ShmFrame frame) {
        ShmFrame oldest = null;
        synchronized (this) {
            held.add(frame);
            if (held.size() > hold) {
                oldest = held.poll();
            }
        }
        if (oldest != null) {
            checkAndClose(oldest);
        }
    }

    /** A frame that was kept must still be what it was. */
    private void checkAndClose(ShmFrame frame) {
        try (frame) {
            Payloads.check(frame);
        } catch (Payloads.CorruptFrameException e) {
            problem("a kept frame: " + e.getMessage());
        }
        write(Journal.What.CLOSED, frame.sequence());
    }

    private void waitAt(CountDownLatch closed) {
        try {
            closed.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            problem("interrupted at the gate");
        }
    }

    @Override
    public void onError(Throwable t) {
        synchronized (this) {
            errors++;
            error = t;
            if (completions + errors > 1) {
                problem("onError as terminal signal " + (completions + errors) + ": " + t);
            }
        }
        over();
    }

    @Override
    public void onComplete() {
        synchronized (this) {
            completions++;
            if (completions + errors > 1) {
                problem("onComplete as terminal signal " + (completions + errors));
            }
        }
        over();
    }

    private void over() {
        synchronized (this) {
            endNanos = System.nanoTime();
        }
        milestones.end();
        end.complete(signals());
    }

    private synchronized void problem(String text) {
        if (problem.isEmpty()) {
            problem = text;
        }
    }

    // ------------------------------------------------------------------ for tests

    public void request(long n) {
        subscription().request(n);
    }

    public void cancel() {
        subscription().cancel();
        write(Journal.What.CANCELLED, System.nanoTime());
    }

    private synchronized Subscription subscription() {
        Subscription s = upstream;
        if (s == null) {
            throw new IllegalStateException("not subscribed yet");
        }
        return s;
    }

    /** Closes every frame that is kept open, in the order of their coming. */
    public void release() {
        while (true) {
            ShmFrame frame;
            synchronized (this) {
                frame = held.poll();
            }
            if (frame == null) {
                return;
            }
            checkAndClose(frame);
        }
    }

    /** Has the next onNext wait, as a subscriber does that blocks its thread. */
    public synchronized void block() {
        gate = new CountDownLatch(1);
    }

    public synchronized void unblock() {
        CountDownLatch closed = gate;
        gate = null;
        if (closed != null) {
            closed.countDown();
        }
    }

    /**
     * When so many elements have come, or the end.
     *
     * @param count how many
     * @return a future of the number that has come
     */
    public CompletableFuture<String> received(long count) {
        return milestones.at(count);
    }

    /**
     * When the terminal signal has come.
     *
     * @return a future of what was seen by then; look at {@link #signals()} for what came after
     */
    public CompletableFuture<Signals> end() {
        return end;
    }

    public synchronized int held() {
        return held.size();
    }

    public synchronized long received() {
        return received;
    }

    /** When the terminal signal came, as {@code System.nanoTime()} says. */
    public synchronized long endNanos() {
        return endNanos;
    }

    public synchronized Signals signals() {
        return Signals.of(received, problem, completions, errors, error);
    }

    /**
     * What came, and how.
     *
     * @return named numbers; the delays are from a raw frame's publication to its onNext, the waits from a
     *         request of one element to its onNext
     */
    public synchronized Options state() {
        return signals().toOptions().with("held", held.size()).with("streams", order.streams())
                .with("skipped", order.skipped()).with("redelivered", order.redelivered())
                .with("stepsBack", order.stepsBack()).with("delays", Latencies.describe(delays))
                .with("delayMicros", delays.getMaxValue() / 1_000)
                .with("medianDelayMicros", delays.getValueAtPercentile(50) / 1_000)
                .with("waits", Latencies.describe(waits))
                .with("waitMicros", waits.getMaxValue() / 1_000)
                .with("medianWaitMicros", waits.getValueAtPercentile(50) / 1_000);
    }
}
