package io.github.reactorshm.examples.sensor;

import java.time.Duration;
import java.util.List;

import io.github.reactorshm.ShmSink;
import io.github.reactorshm.examples.program.Limits;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** What the sensor sends, how much of it, and to how many. */
final class ProducerOptions {

    private static final int MOST_CONSUMERS = 64;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Option(names = "--size", paramLabel = "BYTES", defaultValue = "0", description = "Send plain payloads of so many bytes"
            + " (default: 0, a picture of 1920x1080 RGB pixels with 65,536 points behind it).")
    private long size;

    @Option(names = "--frames", paramLabel = "N", defaultValue = "300", description = "Frames to send (default: ${DEFAULT-VALUE}).")
    private long frames;

    @Option(names = "--slots", paramLabel = "N", defaultValue = "8", description = "Slots of the channel, a frame each (default: ${DEFAULT-VALUE}).")
    private int slots;

    @Option(names = "--consumers", paramLabel = "N", defaultValue = "1", description = "Consumers, for which the first frame waits (default: ${DEFAULT-VALUE}).")
    private int consumers;

    @Option(names = "--produce-ms", paramLabel = "MS", defaultValue = "0", description = "Work on each frame for at least so many milliseconds (default: ${DEFAULT-VALUE}).")
    private int produceMillis;

    /** For picocli, which sets the options. */
    ProducerOptions() {}

    ProducerOptions(long size, long frames, int slots, int consumers, int produceMillis) {
        this.size = size;
        this.frames = frames;
        this.slots = slots;
        this.consumers = consumers;
        this.produceMillis = produceMillis;
    }

    /** Refuses values that cannot work, before anything is made. */
    void check() {
        Limits.range(command, "--size", size, 0, Long.MAX_VALUE);
        Limits.range(command, "--frames", frames, 1, Long.MAX_VALUE);
        Limits.range(command, "--consumers", consumers, 1, MOST_CONSUMERS);
        Limits.range(command, "--produce-ms", produceMillis, 0, Integer.MAX_VALUE);
        Limits.check(command, "--slots", () -> ShmSink.channel("any").slots(slots));
    }

    Payload payload() {
        return Payload.ofSize(size);
    }

    Duration produceTime() {
        return Duration.ofMillis(produceMillis);
    }

    long frames() {
        return frames;
    }

    int slots() {
        return slots;
    }

    int consumers() {
        return consumers;
    }

    /** The options as another process takes them. */
    List<String> arguments() {
        return List.of("--size", Long.toString(size), "--frames", Long.toString(frames), "--slots",
                Integer.toString(slots), "--consumers", Integer.toString(consumers), "--produce-ms",
                Integer.toString(produceMillis));
    }
}
