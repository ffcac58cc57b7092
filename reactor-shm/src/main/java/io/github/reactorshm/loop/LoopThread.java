package io.github.reactorshm.loop;

import reactor.core.scheduler.NonBlocking;

/**
 * A loop's thread: a daemon that must not be blocked, so Reactor's blocking calls throw on it. The two methods that wait
 * are here, by name, because {@link ReactorShmBlockHoundIntegration} allows just them.
 */
final class LoopThread extends Thread implements NonBlocking {

    LoopThread(String name, Runnable body) {
        super(null, body, name, 0, false);
        setDaemon(true);
    }

    static boolean await(Waiter waiter, long nanos) {
        return waiter.await(nanos);
    }

    static void pause() {
        Thread.onSpinWait();
    }
}
