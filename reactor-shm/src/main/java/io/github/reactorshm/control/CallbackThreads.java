package io.github.reactorshm.control;

import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The threads on which users are told of openings and endings and on which {@code send} subscribes: they may block. They are not
 * those that touch files, since user code may leave an interrupt behind, which would close a file's channel. Daemons, made when
 * needed, that end a second after their last use.
 */
public final class CallbackThreads {

    private static final Executor POOL = FileThreads.newPool("reactor-shm-callback-", new AtomicLong());

    private CallbackThreads() {}

    /**
     * Runs a job that may block and may be a user's. Library threads only.
     *
     * @param job the job
     */
    public static void execute(Runnable job) {
        POOL.execute(job);
    }
}
