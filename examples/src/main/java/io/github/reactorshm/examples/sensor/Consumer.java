package io.github.reactorshm.examples.sensor;

import io.github.reactorshm.examples.program.Age;
import io.github.reactorshm.examples.program.ChannelOptions;
import io.github.reactorshm.examples.program.Console;
import io.github.reactorshm.examples.program.CpuTime;
import io.github.reactorshm.examples.program.FrameMeter;
import io.github.reactorshm.examples.program.Json;
import io.github.reactorshm.examples.program.Rate;
import reactor.core.Disposable;
import reactor.core.scheduler.Schedulers;

/** Checks the sensor's frames where they lie. */
final class Consumer {

    private static final String NAME = "consumer";
    /**
     * Frames that are asked for: the one that is checked and those that may wait for it in their slots, of which a pool has fewer.
     * If only one were asked for, the producer would make none while it is checked.
     */
    private static final int AHEAD = 256;

    private static final double MICROS_PER_MILLI = 1000;

    private final ChannelOptions channel;
    private final ConsumerOptions options;
    private final FrameMeter meter = new FrameMeter();

    Consumer(ChannelOptions channel, ConsumerOptions options) {
        this.channel = channel;
        this.options = options;
    }

    /** Blocks until the producer has ended. */
    ConsumerReport run() {
        CpuTime cpu = new CpuTime();
        Rate rate = new Rate(meter::received);
        Disposable progress = Console.progress(NAME, () -> line(rate));
        try {
            channel.source().frames().process(Schedulers.single(), AHEAD, new FrameCheck(options.consumeTime()))
                    .doOnNext(frame -> meter.add(frame.sequence(), frame.ageNanos(), frame.torn())).blockLast();
        } finally {
            progress.dispose();
        }
        return new ConsumerReport(meter.received(), meter.lost(), meter.torn(), Json.rounded(meter.fps()), meter.age(),
                Json.rounded(cpu.millisPerFrame(meter.received())), meter.ages());
    }

    private String line(Rate rate) {
        double fps = rate.perSecond();
        if (meter.received() == 0) {
            return "";
        }
        Age age = meter.age();
        return String.format("%d frames  %.1f fps  age %.2f ms (99 %% under %.2f ms)", meter.received(), fps,
                age.p50() / MICROS_PER_MILLI, age.p99() / MICROS_PER_MILLI);
    }
}
