package io.github.reactorshm.discard;

import java.util.function.LongSupplier;

import io.github.reactorshm.ShmFrames;
import io.github.reactorshm.ShmSource;
import io.github.reactorshm.testkit.Channel;
import io.github.reactorshm.testkit.Payloads;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.scheduler.Scheduler;

/** The ways to consume a channel. */
enum Kind {

    DECODED {
        @Override
        Source open(Channel channel, Payloads codec, Scheduler scheduler) {
            ShmSource<Long> source = channel.source(codec).build();
            return new Source(flux(source), source::reclaimedSlots, source::keptSlots);
        }
    },
    PROCESS {
        @Override
        Source open(Channel channel, Payloads codec, Scheduler scheduler) {
            ShmFrames frames = channel.source().frames();
            return new Source(flux(frames.process(scheduler, 2, Payloads::check)), frames::reclaimedSlots,
                    frames::keptSlots);
        }
    },
    RAW {
        @Override
        Source open(Channel channel, Payloads codec, Scheduler scheduler) {
            ShmFrames frames = channel.source().frames();
            return new Source(flux(frames), frames::reclaimedSlots, frames::keptSlots);
        }
    };

    /**
     * A way to consume one channel.
     *
     * @param flux its elements: numbers, or frames that are to be closed
     * @param reclaimed how many lost frames have come back so far
     * @param kept how many lost frames are kept so far
     */
    record Source(Flux<Object> flux, LongSupplier reclaimed, LongSupplier kept) {}

    abstract Source open(Channel channel, Payloads codec, Scheduler scheduler);

    /** For chains that do not mind what the elements are. */
    @SuppressWarnings("unchecked")
    private static Flux<Object> flux(Publisher<?> publisher) {
        return Flux.from((Publisher<Object>) publisher);
    }
}
