package io.github.reactorshm.benchmarks.smallframes;

import java.io.IOException;

import io.github.reactorshm.ShmSource;
import io.github.reactorshm.benchmarks.bare.BareChannel;
import io.github.reactorshm.benchmarks.bare.BareTaker;
import io.github.reactorshm.benchmarks.bare.BusyWait;
import io.github.reactorshm.layout.EntryView;
import reactor.core.publisher.Flux;

/** The consumer's side of a round. */
final class Consumption {

    private final Places places;

    Consumption(Places places) {
        this.places = places;
    }

    /** Takes the frames of a round; blocks until the last one. */
    Receipt run(Order order) throws IOException {
        return order.medium() == Medium.BARE ? bare(order) : channel(order);
    }

    private Receipt bare(Order order) throws IOException {
        try (BareChannel channel = BareChannel.attach(places.bare(), order.slots(), Payload.BYTES)) {
            Tally tally = new Tally(order.frames());
            BusyWait wait = new BusyWait();
            BareTaker ring = new BareTaker(channel.control());
            // The one use of demand here: it says that this side is there.
            channel.control().storeRequested(Long.MAX_VALUE);
            for (int i = 0; i < order.frames(); i++) {
                while (!ring.poll()) {
                    wait.pause();
                }
                take(channel, ring, tally);
            }
            return tally.receipt("");
        }
    }

    private static void take(BareChannel channel, BareTaker ring, Tally tally) {
        EntryView entry = ring.entry();
        tally.descriptor(entry.sequence(), entry.publishedNanos());
        int value = Payload.read(channel.pool(), channel.offset(entry.slot()));
        ring.giveBack();
        tally.value(value);
    }

    private Receipt channel(Order order) {
        Tally tally = new Tally(order.frames());
        Ages ages = new Ages();
        ShmSource<Integer> source = ShmSource.channel(Places.CHANNEL).codec(new CountingCodec(tally, ages))
                .baseDirectory(places.base()).build();
        Flux.from(source).map(tally::value).blockLast();
        return tally.receipt(ages.encode());
    }
}
