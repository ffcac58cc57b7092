package io.github.reactorshm.loop;

import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

import org.jspecify.annotations.Nullable;
import reactor.util.Logger;
import reactor.util.Loggers;

/**
 * A thread that moves frames: it polls its tasks, spins for a moment when they have no work, then announces that it is
 * going to wait, looks at everything once more and waits for a bell, at most 50 ms. The thread runs while there are tasks,
 * and a second longer.
 */
public final class Loop {

    /** How long a loop waits before it looks again by itself, in milliseconds. */
    public static final long LOOK_AGAIN_MILLIS = 50;

    private static final Logger LOG = Loggers.getLogger(Loop.class);

    private static final long LOOK_AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(LOOK_AGAIN_MILLIS);
    private static final long LOOK_RARELY_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
    private static final long LINGER_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long SPIN_NANOS = Runtime.getRuntime().availableProcessors() > 1
            ? TimeUnit.MICROSECONDS.toNanos(20)
            : 0;
    private static final LoopTask[] NONE = new LoopTask[0];

    private final String name;
    private final Object lock = new Object();
    private final Queue<Runnable> jobs = new ConcurrentLinkedQueue<>();
    private volatile LoopTask[] tasks = NONE;
    private volatile @Nullable LoopThread thread;
    private volatile @Nullable Waiter waiter;
    private volatile boolean parked;

    // Written by the loop's thread, and once a wait.
    private final AtomicLong parks = new AtomicLong();
    private final AtomicLong wakeUps = new AtomicLong();

    /**
     * A loop without a thread yet.
     *
     * @param name the name of its thread
     */
    public Loop(String name) {
        this.name = name;
    }

    /**
     * Adds a task and starts the thread if there is none. Any thread; does not block.
     *
     * @param task the task
     */
    public void add(LoopTask task) {
        synchronized (lock) {
            LoopTask[] before = tasks;
            LoopTask[] after = Arrays.copyOf(before, before.length + 1);
            after[before.length] = task;
            // Before the task is in: where no selector can be had, nothing has changed.
            startIfNeeded();
            tasks = after;
        }
        wake();
    }

    /**
     * Removes a task. Any thread; does not block. A poll of the task may still be going on.
     *
     * @param task the task
     */
    public void remove(LoopTask task) {
        synchronized (lock) {
            LoopTask[] before = tasks;
            int at = Arrays.asList(before).indexOf(task);
            if (at >= 0) {
                LoopTask[] after = new LoopTask[before.length - 1];
                System.arraycopy(before, 0, after, 0, at);
                System.arraycopy(before, at + 1, after, at, after.length - at);
                tasks = after;
            }
        }
        // The selector lets go of a closed socket only when it looks at its keys again.
        wake();
    }

    /**
     * Begins to listen to a peer's bells. Any thread; does not block.
     *
     * @param wire where they come from
     */
    public void listen(Wire wire) {
        execute(() -> {
            Waiter w = waiter;
            if (w != null) {
                w.listen(wire);
            }
        });
    }

    /**
     * Runs a job on the loop's thread, soon. Any thread; does not block.
     *
     * @param job the job
     */
    public void execute(Runnable job) {
        synchronized (lock) {
            // Before the job is in: where no selector can be had, nothing has changed.
            startIfNeeded();
            jobs.add(job);
        }
        wake();
    }

    /** Makes a parked loop look at its tasks. Any thread; does not block. */
    public void wake() {
        VarHandle.fullFence();
        if (parked) {
            Waiter w = waiter;
            if (w != null) {
                w.wake();
            }
        }
    }

    /**
     * Whether the caller is the loop's thread.
     *
     * @return true if it is
     */
    public boolean inLoop() {
        return Thread.currentThread() == thread;
    }

    /**
     * How often the thread found nothing to do and waited.
     *
     * @return the number
     */
    public long parks() {
        return parks.getOpaque();
    }

    /**
     * How many of those waits a bell or another thread ended.
     *
     * @return the number
     */
    public long wakeUps() {
        return wakeUps.getOpaque();
    }

    private void startIfNeeded() {
        if (thread == null) {
            waiter = new SelectorWaiter();
            LoopThread started = new LoopThread(name, this::run);
            thread = started;
            started.start();
        }
    }

    private void run() {
        long lastWork = System.nanoTime();
        long lastLook = lastWork;
        boolean spun = false;
        while (true) {
            boolean jobsRan = runJobs();
            if (pollAll(false) || jobsRan) {
                lastWork = System.nanoTime();
                spun = false;
                if (lastWork - lastLook > LOOK_AGAIN_NANOS) {
                    // A loop that never parks must still see sockets end, and let go of closed ones.
                    lastLook = lastWork;
                    lookAtSockets();
                }
                continue;
            }
            if (!spun && spin()) {
                continue;
            }
            spun = true;
            if (tasks.length == 0 && System.nanoTime() - lastWork > LINGER_NANOS && stopIfUnused()) {
                return;
            }
            if (park()) {
                lastWork = System.nanoTime();
                spun = false;
            }
        }
    }

    private boolean runJobs() {
        boolean any = false;
        Runnable job = jobs.poll();
        while (job != null) {
            any = true;
            try {
                job.run();
            } catch (RuntimeException | Error e) {
                LOG.error(name + ": a job failed; other channels go on", e);
            }
            job = jobs.poll();
        }
        return any;
    }

    private boolean pollAll(boolean thorough) {
        boolean any = false;
        for (LoopTask task : tasks) {
            any |= poll(task, thorough);
        }
        return any;
    }

    private boolean poll(LoopTask task, boolean thorough) {
        try {
            return task.poll(thorough);
        } catch (RuntimeException | Error e) {
            LOG.error(name + ": a channel or subscription failed and is ended; others go on", e);
            task.failed(e);
            return true;
        }
    }

    private void guarded(LoopTask task, Runnable step) {
        try {
            step.run();
        } catch (RuntimeException | Error e) {
            task.failed(e);
        }
    }

    private void lookAtSockets() {
        Waiter w = waiter;
        if (w != null) {
            LoopThread.await(w, 0);
        }
    }

    private boolean spin() {
        long until = System.nanoTime() + SPIN_NANOS;
        while (System.nanoTime() < until) {
            if (pollAll(false) || !jobs.isEmpty()) {
                return true;
            }
            LoopThread.pause();
        }
        return false;
    }

    /**
     * Announces, looks once more, waits.
     *
     * @return true if there was work, or a bell
     */
    private boolean park() {
        LoopTask[] announced = tasks;
        parked = true;
        for (LoopTask task : announced) {
            guarded(task, task::announce);
        }
        VarHandle.fullFence();
        boolean work = pollAll(true) || !jobs.isEmpty();
        Waiter w = waiter;
        if (w != null && !work) {
            parks.setOpaque(parks.getPlain() + 1);
            if (LoopThread.await(w, watches(announced) ? LOOK_AGAIN_NANOS : LOOK_RARELY_NANOS)) {
                wakeUps.setOpaque(wakeUps.getPlain() + 1);
            }
        }
        parked = false;
        for (LoopTask task : announced) {
            guarded(task, task::retract);
        }
        return work;
    }

    /** Whether a bell could be missed: within the process none can. */
    private static boolean watches(LoopTask[] tasks) {
        for (LoopTask task : tasks) {
            if (task.watches()) {
                return true;
            }
        }
        return false;
    }

    private boolean stopIfUnused() {
        synchronized (lock) {
            if (tasks.length > 0 || !jobs.isEmpty()) {
                return false;
            }
            Waiter w = waiter;
            waiter = null;
            thread = null;
            if (w != null) {
                w.close();
            }
            return true;
        }
    }
}
