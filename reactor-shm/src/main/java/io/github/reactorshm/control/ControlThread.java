package io.github.reactorshm.control;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;
import reactor.core.scheduler.NonBlocking;
import reactor.util.Logger;
import reactor.util.Loggers;

/**
 * The thread that owns the births and deaths of sockets and mappings: it accepts, shakes hands, maps, closes, and looks at
 * every established socket at least every 250 ms. It runs no user code, so nothing a user does can hide a peer's death.
 *
 * <p>
 * There is one a JVM (a class loader); it runs while there is something to look at, and a second longer.
 */
public final class ControlThread {

    /** How often every socket is looked at and every ticker is called, in milliseconds. */
    public static final long TICK_MILLIS = 250;

    private static final Logger LOG = Loggers.getLogger(ControlThread.class);
    private static final ControlThread INSTANCE = new ControlThread();

    private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(TICK_MILLIS);
    private static final long LINGER_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Object lock = new Object();
    private final Queue<Runnable> jobs = new ConcurrentLinkedQueue<>();
    private volatile @Nullable Selector selector;

    // Only the thread itself touches these.
    private final PriorityQueue<Timer> timers = new PriorityQueue<>(
            (a, b) -> Long.signum(a.due - b.due));
    private final Set<Runnable> tickers = new LinkedHashSet<>();

    private ControlThread() {}

    /**
     * The JVM's control thread.
     *
     * @return the one
     */
    public static ControlThread get() {
        return INSTANCE;
    }

    /**
     * Runs a job on the control thread, soon. Any thread; does not block.
     *
     * @param job the job; it must not block nor run user code
     */
    public void execute(Runnable job) {
        synchronized (lock) {
            Selector s = selector;
            if (s == null) {
                // Before the job is in: where no selector can be had, nothing has changed.
                s = start();
            }
            jobs.add(job);
            s.wakeup();
        }
    }

    /**
     * Runs a job on the control thread after a delay. Any thread; does not block.
     *
     * @param delay the delay
     * @param unit its unit
     * @param job the job; it must not block nor run user code
     * @return the timer, by which the job can be called off
     */
    public Timer schedule(long delay, TimeUnit unit, Runnable job) {
        Timer timer = new Timer(System.nanoTime() + unit.toNanos(delay), job);
        execute(() -> timers.add(timer));
        return timer;
    }

    /**
     * Calls a timer's job off, and lets go of everything that it refers to. Any thread.
     *
     * @param timer the timer; it may be over already
     */
    public void callOff(Timer timer) {
        execute(() -> timers.remove(timer));
    }

    /**
     * Watches a channel of a handshake. Control thread only.
     *
     * @param channel the channel, non-blocking
     * @param ops the operations to wait for
     * @param ready called when the channel is ready
     * @return the key
     * @throws ClosedChannelException if the channel is closed
     */
    SelectionKey watch(SelectableChannel channel, int ops, Runnable ready) throws ClosedChannelException {
        Selector s = selector;
        if (s == null) {
            throw new IllegalStateException("called outside the control thread");
        }
        return channel.register(s, ops, ready);
    }

    /**
     * Calls a ticker at every tick. Any thread.
     *
     * @param ticker the ticker; it must not block nor run user code
     */
    public void addTicker(Runnable ticker) {
        execute(() -> tickers.add(ticker));
    }

    /**
     * Calls a ticker no more. Any thread.
     *
     * @param ticker the ticker
     */
    public void removeTicker(Runnable ticker) {
        execute(() -> tickers.remove(ticker));
    }

    private Selector start() {
        Selector made;
        try {
            made = Selector.open();
        } catch (IOException e) {
            throw new UncheckedIOException("no selector could be opened (is the table of open files full?)", e);
        }
        selector = made;
        new Body(this::run).start();
        return made;
    }

    private void run() {
        long nextTick = System.nanoTime() + TICK_NANOS;
        long lastUse = System.nanoTime();
        while (true) {
            Selector s = selector;
            if (s == null) {
                return;
            }
            long now = System.nanoTime();
            if (now - nextTick >= 0) {
                nextTick = now + TICK_NANOS;
                tick();
            }
            runDueTimers(now);
            runJobs();
            if (inUse(s)) {
                lastUse = now;
            } else if (now - lastUse > LINGER_NANOS && stopIfUnused(s)) {
                return;
            }
            select(s, nextTick);
        }
    }

    private boolean inUse(Selector s) {
        return !timers.isEmpty() || !tickers.isEmpty() || !s.keys().isEmpty() || !jobs.isEmpty();
    }

    private void tick() {
        for (Runnable ticker : List.copyOf(tickers)) {
            safely(ticker);
        }
    }

    private void runDueTimers(long now) {
        List<Timer> due = new ArrayList<>();
        for (Timer t = timers.peek(); t != null && now - t.due >= 0; t = timers.peek()) {
            due.add(t);
            timers.poll();
        }
        for (Timer t : due) {
            safely(t.job);
        }
    }

    private void runJobs() {
        Runnable job = jobs.poll();
        while (job != null) {
            safely(job);
            job = jobs.poll();
        }
    }

    private void select(Selector s, long nextTick) {
        long until = nextTick;
        Timer first = timers.peek();
        if (first != null && first.due - until < 0) {
            until = first.due;
        }
        // A set interrupt flag would turn every wait into a busy loop, and close the files that a job maps.
        Thread.interrupted();
        long nanos = jobs.isEmpty() ? until - System.nanoTime() : 0;
        try {
            if (nanos <= 0) {
                s.selectNow(ControlThread::ready);
            } else {
                s.select(ControlThread::ready, Math.max(1, TimeUnit.NANOSECONDS.toMillis(nanos)));
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the control thread's selector failed", e);
        }
    }

    private static void ready(SelectionKey key) {
        if (key.attachment() instanceof Runnable job) {
            safely(job);
        }
    }

    private static void safely(Runnable job) {
        try {
            job.run();
        } catch (RuntimeException | Error e) {
            LOG.error("reactor-shm's control thread: a job failed; other channels go on", e);
        }
    }

    private boolean stopIfUnused(Selector s) {
        synchronized (lock) {
            if (inUse(s)) {
                return false;
            }
            selector = null;
            try {
                s.close();
            } catch (IOException e) {
                LOG.warn("reactor-shm's control thread: its selector could not be closed", e);
            }
            return true;
        }
    }

    /** A job that is due at a time. */
    public static final class Timer {

        private final long due;
        private final Runnable job;

        private Timer(long due, Runnable job) {
            this.due = due;
            this.job = job;
        }
    }

    /** A daemon on which Reactor's blocking calls throw. */
    private static final class Body extends Thread implements NonBlocking {
        Body(Runnable body) {
            super(null, body, "reactor-shm-control", 0, false);
            setDaemon(true);
        }
    }
}
