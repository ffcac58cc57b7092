package io.github.reactorshm.loop;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.concurrent.TimeUnit;

/** Waits in a {@link Selector} over the control sockets: pure Java, on every platform. */
final class SelectorWaiter implements Waiter {

    private static final long NANOS_PER_MILLI = TimeUnit.MILLISECONDS.toNanos(1);

    private final Selector selector;
    private volatile boolean woken;

    SelectorWaiter() {
        try {
            selector = Selector.open();
        } catch (IOException e) {
            throw new UncheckedIOException("no selector could be opened (is the table of open files full?)", e);
        }
    }

    @Override
    public boolean await(long nanos) {
        // A set interrupt flag would turn every wait into a busy loop; user code on this thread may have left one.
        Thread.interrupted();
        try {
            int rang = nanos <= 0
                    ? selector.selectNow(SelectorWaiter::ready)
                    : selector.select(SelectorWaiter::ready, Math.max(1, nanos / NANOS_PER_MILLI));
            boolean wasWoken = woken;
            woken = false;
            return rang > 0 || wasWoken;
        } catch (IOException e) {
            throw new UncheckedIOException("the loop's selector failed", e);
        }
    }

    private static void ready(SelectionKey key) {
        if (key.attachment() instanceof Wire wire) {
            wire.look();
            if (wire.ended()) {
                // An end of file stays readable for ever.
                key.cancel();
            }
        }
    }

    @Override
    public void wake() {
        woken = true;
        selector.wakeup();
    }

    @Override
    public void listen(Wire wire) {
        try {
            wire.socket().register(selector, SelectionKey.OP_READ, wire);
        } catch (ClosedChannelException e) {
            // Closed before the loop came to it: there is nothing to listen to any more.
            wire.look();
        }
    }

    @Override
    public void close() {
        try {
            selector.close();
        } catch (IOException e) {
            throw new UncheckedIOException("the loop's selector could not be closed", e);
        }
    }
}
