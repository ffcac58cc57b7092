package io.github.reactorshm.tck.harness;

import java.util.concurrent.CompletableFuture;

import io.github.reactorshm.testkit.ChildJvm;
import io.github.reactorshm.testkit.Options;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/** A source in the other JVM. Its one subscriber's demand and cancel go there, and the signals come from there. */
record FarSource(ChildJvm child, String channel) implements Publisher<Long> {

    @Override
    public void subscribe(Subscriber<? super Long> subscriber) {
        child.call("subscribe", onChannel());
        FarSubscription subscription = new FarSubscription(subscriber);
        subscriber.onSubscribe(subscription);
        subscription.fetch();
    }

    private Options onChannel() {
        return new Options().with("channel", channel);
    }

    private final class FarSubscription implements Subscription {

        private final Subscriber<? super Long> subscriber;
        private volatile boolean over;

        FarSubscription(Subscriber<? super Long> subscriber) {
            this.subscriber = subscriber;
        }

        void fetch() {
            failIfItFails(child.ask("signal", onChannel()).thenAccept(this::receive));
        }

        private void receive(String line) {
            Signal signal = Signal.parse(line);
            over |= signal.isTerminal();
            signal.send(channel, subscriber);
            if (!over) {
                fetch();
            }
        }

        @Override
        public void request(long n) {
            failIfItFails(child.ask("request", onChannel().with("n", n)));
        }

        @Override
        public void cancel() {
            over = true;
            failIfItFails(child.ask("cancel", onChannel()));
        }

        private void failIfItFails(CompletableFuture<?> action) {
            var unused = action.exceptionally(failure -> {
                if (!over) {
                    over = true;
                    subscriber.onError(failure);
                }
                return null;
            });
        }
    }
}
