package io.github.reactorshm.tck.harness;

import java.util.List;

import io.github.reactorshm.error.ShmRemoteException;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import reactor.core.CoreSubscriber;

/**
 * The error that went into a sink. What comes out at the other end is its class and its text; the TCK wants to see the very
 * same object. This gives it back, and only if class and text are exactly those that must come out.
 */
final class SentError {

    private final List<String> channels;
    private volatile @Nullable Throwable sent;

    /** The channels through which the error goes, the first one first. */
    SentError(String... channels) {
        this.channels = List.of(channels);
    }

    /** The subscriber with all its signals as they are; an error is remembered. */
    Subscriber<Long> remember(Subscriber<Long> sink) {
        return new Forwarding<>(sink) {
            @Override
            public void onError(Throwable t) {
                sent = t;
                super.onError(t);
            }
        };
    }

    /** The publisher with all its signals as they are, but for the error that was sent. */
    Publisher<Long> recall(Publisher<Long> source) {
        return subscriber -> source.subscribe(subscriber == null ? null : new Recalling(subscriber));
    }

    private Throwable recall(Throwable received) {
        Throwable error = sent;
        if (error == null) {
            return received;
        }
        Throwable due = error;
        for (String channel : channels) {
            due = new ShmRemoteException(channel, due.getClass().getName(), due.getMessage());
        }
        return due.toString().equals(received.toString()) ? error : received;
    }

    private final class Recalling extends Forwarding<Long> implements CoreSubscriber<Long> {

        Recalling(Subscriber<? super Long> actual) {
            super(actual);
        }

        @Override
        public void onError(Throwable t) {
            super.onError(recall(t));
        }
    }
}
