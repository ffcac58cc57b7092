package io.github.reactorshm.control;

import java.io.UncheckedIOException;
import java.util.concurrent.Executor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

import reactor.util.Logger;
import reactor.util.Loggers;

/**
 * The threads that open and close channels: they may wait for locks and write gigabytes, which neither a user's thread nor
 * the control thread may. They are daemons, made when needed, and end a second after their last use.
 */
public final class FileThreads {

    private static final Logger LOG = Loggers.getLogger(FileThreads.class);
    private static final Executor POOL = newPool("reactor-shm-files-", new AtomicLong());

    private FileThreads() {}

    /**
     * Runs a job that may block. Any thread; does not block.
     *
     * @param job the job
     */
    public static void execute(Runnable job) {
        POOL.execute(job);
    }

    /**
     * Runs a job that may block, for a caller that must not: even the hand-over to a pool may wait for a lock, so the control
     * thread does it.
     *
     * @param job the job; what keeps it from being done, it finds and tells by itself
     */
    public static void executeFromAnywhere(Runnable job) {
        try {
            ControlThread.get().execute(() -> execute(job));
        } catch (UncheckedIOException e) {
            // No descriptor is left for a selector. The job's first file meets the same, and has somebody to tell.
            LOG.debug("the control thread cannot be started", e);
            execute(job);
        }
    }

    static Executor newPool(String prefix, AtomicLong count) {
        return new ThreadPoolExecutor(0, Integer.MAX_VALUE, 1, TimeUnit.SECONDS, new SynchronousQueue<>(), job -> {
            Thread thread = new Thread(null, job, prefix + count.incrementAndGet(), 0, false);
            thread.setDaemon(true);
            return thread;
        });
    }
}
