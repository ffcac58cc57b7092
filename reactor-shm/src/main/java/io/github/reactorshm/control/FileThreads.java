package io.github.reactorshm.control;

import java.util.concurrent.Executor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The threads that open and close channels: they may wait for locks and write gigabytes, which neither a user's thread nor
 * the control thread may. They are daemons, made when needed, and end a second after their last use.
 */
public final class FileThreads {

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

    static Executor newPool(String prefix, AtomicLong count) {
        return new ThreadPoolExecutor(0, Integer.MAX_VALUE, 1, TimeUnit.SECONDS, new SynchronousQueue<>(), job -> {
            Thread thread = new Thread(null, job, prefix + count.incrementAndGet(), 0, false);
            thread.setDaemon(true);
            return thread;
        });
    }
}
