package io.github.reactorshm.examples.sensor;

import java.time.Duration;
import java.util.List;

import io.github.reactorshm.examples.program.Limits;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** What a consumer does with a frame. */
final class ConsumerOptions {

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Option(names = "--consume-ms", paramLabel = "MS", defaultValue = "0", description = "Work on each frame for at least so many milliseconds (default: ${DEFAULT-VALUE}).")
    private int consumeMillis;

    /** For picocli, which sets the options. */
    ConsumerOptions() {}

    ConsumerOptions(int consumeMillis) {
        this.consumeMillis = consumeMillis;
    }

    /** Refuses values that cannot work, before anything is made. */
    void check() {
        Limits.range(command, "--consume-ms", consumeMillis, 0, Integer.MAX_VALUE);
    }

    Duration consumeTime() {
        return Duration.ofMillis(consumeMillis);
    }

    /** The options as another process takes them. */
    List<String> arguments() {
        return List.of("--consume-ms", Integer.toString(consumeMillis));
    }
}
