package io.github.reactorshm.benchmarks.smallframes;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;

import io.github.reactorshm.ShmSink;
import io.github.reactorshm.benchmarks.bare.BareChannel;
import io.github.reactorshm.benchmarks.bare.BarePublisher;
import io.github.reactorshm.benchmarks.bare.BusyWait;
import io.github.reactorshm.error.ShmCancelledException;
import io.github.reactorshm.error.ShmPeerLostException;
import reactor.core.publisher.Flux;

/** The producer's side of a round. */
final class Production {

    private final Places places;
    private final ConsumerProcess consumer;
    private final BusyWait wait = new BusyWait();

    Production(Places places, ConsumerProcess consumer) {
        this.places = places;
        this.consumer = consumer;
    }

    /** Has the consumer take the frames of a round and publishes them; blocks until it has. Returns what it got. */
    Receipt run(Order order) throws IOException {
        Receipt receipt = order.medium() == Medium.BARE ? bare(order) : channel(order);
        return receipt.check(order);
    }

    private Receipt bare(Order order) throws IOException {
        try (BareChannel channel = BareChannel.create(places.bare(), order.slots(), Payload.BYTES)) {
            consumer.tell(order);
            while (channel.control().requested() == 0) {
                pause();
            }
            BarePublisher ring = new BarePublisher(channel.control());
            long start = System.nanoTime();
            for (int value = 0; value < order.frames(); value++) {
                publish(channel, ring, value, start);
            }
            return consumer.receipt();
        } finally {
            BareChannel.unlink(places.bare());
        }
    }

    /** Each frame says when the first one was published: the rings are compared without a look at the clock for each. */
    private void publish(BareChannel channel, BarePublisher ring, int value, long start) {
        int slot = ring.freeSlot();
        while (slot == BarePublisher.NONE) {
            pause();
            slot = ring.freeSlot();
        }
        Payload.write(channel.pool(), channel.offset(slot), value);
        ring.publish(Payload.BYTES, start);
    }

    private void pause() {
        if (wait.pause() && !consumer.lives()) {
            throw consumer.lost();
        }
    }

    private Receipt channel(Order order) {
        ShmSink<Integer> sink = ShmSink.<Integer>channel(Places.CHANNEL).slots(order.slots()).codec(new FrameCodec())
                .baseDirectory(places.base()).open();
        // It may die before it has attached, when the sink would still wait for its first subscriber.
        CompletableFuture<Void> watch = consumer.whenEnded(sink::dispose);
        try {
            consumer.tell(order);
            Flux.range(0, order.frames()).subscribe(sink);
            sink.onTerminate().block();
        } catch (ShmPeerLostException | ShmCancelledException e) {
            // The consumer knows why, unless it died.
            consumer.receipt();
            throw e;
        } finally {
            watch.cancel(false);
        }
        return consumer.receipt();
    }
}
