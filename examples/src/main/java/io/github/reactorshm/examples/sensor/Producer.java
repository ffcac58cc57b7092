package io.github.reactorshm.examples.sensor;

import java.time.Duration;

import io.github.reactorshm.ShmSink;
import io.github.reactorshm.examples.program.ChannelOptions;
import io.github.reactorshm.examples.program.Console;
import io.github.reactorshm.examples.program.CpuTime;
import io.github.reactorshm.examples.program.Json;
import io.github.reactorshm.examples.program.Rate;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.scheduler.Schedulers;

/** Sends the sensor's frames. */
final class Producer {

    private static final String NAME = "producer";
    private static final Duration LOOK_FOR_CONSUMERS = Duration.ofMillis(10);

    private final ChannelOptions channel;
    private final ProducerOptions options;

    Producer(ChannelOptions channel, ProducerOptions options) {
        this.channel = channel;
        this.options = options;
    }

    /** Blocks until the consumers have given everything back. */
    ProducerReport run() {
        Payload payload = options.payload();
        CpuTime cpu = new CpuTime();
        ShmSink<Long> sink = channel.<Long>sink().slots(options.slots())
                .codec(new CheckedCodec<>(payload, options.produceTime())).open();
        Console.say(NAME, "frames of " + payload.slotSize() + " bytes in " + options.slots() + " slots on channel "
                + channel.name());
        Rate rate = new Rate(sink::published);
        Disposable progress = Console.progress(NAME, () -> line(sink, rate));
        try {
            numbers().delaySubscription(allConsumers(sink)).subscribe(sink);
            sink.onTerminate().block();
            return new ProducerReport(sink.published(), Json.rounded(cpu.millisPerFrame(sink.published())),
                    payload.slotSize());
        } finally {
            progress.dispose();
            sink.dispose();
        }
    }

    /** On a thread of its own: making a frame takes long, and the thread that asks for it serves all sinks. */
    private Flux<Long> numbers() {
        return Flux.<Long, Long>generate(() -> 0L, (number, sink) -> {
            if (number == options.frames()) {
                sink.complete();
            } else {
                sink.next(number);
            }
            return number + 1;
        }).subscribeOn(Schedulers.boundedElastic());
    }

    /** A consumer gets the frames that are published when it is there: the first one waits for the last of them. */
    private Flux<Long> allConsumers(ShmSink<?> sink) {
        return Flux.interval(Duration.ZERO, LOOK_FOR_CONSUMERS).onBackpressureDrop()
                .filter(tick -> sink.subscriptions() >= options.consumers()).take(1);
    }

    private static String line(ShmSink<?> sink, Rate rate) {
        return String.format("%d frames  %.1f fps  demand %d  slots in use %d of %d", sink.published(),
                rate.perSecond(),
                sink.demand(), sink.slots() - sink.freeSlots(), sink.slots());
    }
}
