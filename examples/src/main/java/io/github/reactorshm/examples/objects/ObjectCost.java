package io.github.reactorshm.examples.objects;

import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.LongFunction;

import io.github.reactorshm.ShmCodec;
import io.github.reactorshm.codec.RecordCodec;
import io.github.reactorshm.examples.program.ChannelOptions;
import io.github.reactorshm.examples.program.Console;
import io.github.reactorshm.examples.program.Json;
import io.github.reactorshm.examples.program.Limits;
import io.github.reactorshm.examples.program.Program;
import io.github.reactorshm.examples.program.ProgramException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Measures what an object serializer costs for each frame, beside the codec for records. */
@Command(name = "objects", sortOptions = false, description = {
        "Sends the same small object through the record codec and through Kryo, and a larger one through Kryo.",
        "Sink and source are in this process.",
        "The last line, alone on standard output, is the result as JSON: nanoseconds for each frame."}, footer = {"",
                "Exit status: 0 success, 1 failure, 2 wrong usage."})
public final class ObjectCost implements Callable<Integer> {

    private static final String NAME = "objects";
    private static final long SCENE_BYTES = 1024;
    private static final long MOST_FRAMES = 1_000_000_000;

    @Spec
    private CommandSpec command;
    @Mixin
    private final ChannelOptions channel = new ChannelOptions(NAME);

    @Option(names = "--frames", paramLabel = "N", defaultValue = "50000", description = "Frames to measure of each kind (default: ${DEFAULT-VALUE}).")
    private long frames;

    @Option(names = "--warm-up", paramLabel = "N", defaultValue = "20000", description = "Frames of each kind before those that are measured (default: ${DEFAULT-VALUE}).")
    private long warmUp;

    private ObjectCost() {}

    /** Runs the command and exits with its status. */
    public static void main(String[] args) {
        System.exit(Program.run(new ObjectCost(), args));
    }

    @Override
    public Integer call() {
        channel.check(channel.name());
        Limits.range(command, "--frames", frames, 1, MOST_FRAMES);
        Limits.range(command, "--warm-up", warmUp, 0, MOST_FRAMES);
        Cost record = measure(RecordCodec.of(Detection.class, MethodHandles.lookup()), Detection::number);
        Cost kryo = measure(new KryoCodec<>(Detection.class, List.of(), SCENE_BYTES), Detection::number);
        Cost scene = measure(new KryoCodec<>(Scene.class, List.of(Detection.class, ArrayList.class), SCENE_BYTES),
                Scene::number);
        CostReport report = CostReport.of(record, kryo, scene);
        Console.say(NAME, summary(report));
        System.out.println(Json.line(report));
        return 0;
    }

    private <T> Cost measure(ShmCodec<T> codec, LongFunction<T> number) {
        TimedCodec<T> timed = new TimedCodec<>(codec, warmUp);
        Mono<Void> sending = channel.<T>sink().codec(timed)
                .send(Flux.range(0, Math.toIntExact(warmUp + frames)).map(number::apply));
        Mono<Long> wrong = Flux.from(channel.source().codec(timed).build()).index()
                .filter(received -> !received.getT2().equals(number.apply(received.getT1()))).count();
        long damaged = Mono.zip(wrong, sending.thenReturn(true)).map(both -> both.getT1()).blockOptional()
                .orElseThrow();
        if (damaged != 0) {
            throw new ProgramException(
                    damaged + " objects came out of " + codec.contentType() + " other than they went in");
        }
        return timed.cost();
    }

    private static String summary(CostReport report) {
        return String.format(
                "median for a detection: record codec %.0f ns to encode, %.0f ns to decode; Kryo %.0f and %.0f ns, %.1f and"
                        + " %.1f times as much. A scene of eight through Kryo: %.0f and %.0f ns",
                report.record().encodeNanos().p50(), report.record().decodeNanos().p50(),
                report.kryo().encodeNanos().p50(), report.kryo().decodeNanos().p50(), report.encodeRatio(),
                report.decodeRatio(), report.kryoScene().encodeNanos().p50(), report.kryoScene().decodeNanos().p50());
    }
}
