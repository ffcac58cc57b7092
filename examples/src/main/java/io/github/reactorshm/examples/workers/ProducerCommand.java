package io.github.reactorshm.examples.workers;

import java.util.concurrent.Callable;

import io.github.reactorshm.ShmSink;
import io.github.reactorshm.examples.program.ChannelOptions;
import io.github.reactorshm.examples.program.Console;
import io.github.reactorshm.examples.program.Json;
import io.github.reactorshm.examples.program.ParentOption;
import io.github.reactorshm.examples.program.Rate;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;

/** Publishes the tasks, from when all workers and the viewer are there. */
@Command(name = "producer", sortOptions = false, description = {
        "Publishes tasks, as fast as the workers take them, from when all workers and the viewer are there.",
        "The last line, alone on standard output, is the producer's part of the result as JSON."})
final class ProducerCommand implements Callable<Integer> {

    private static final String NAME = "producer";

    @Mixin
    private final ChannelOptions channel = new ChannelOptions(WorkerPool.NAME);
    @Mixin
    private PoolOptions options;
    @Mixin
    private ParentOption parent;

    private ProducerCommand() {}

    @Override
    public Integer call() {
        channel.check(channel.name());
        options.check();
        parent.watch();
        ShmSink<Long> sink = channel.<Long>sink().slots(options.slots()).codec(new TaskCodec(options.size()))
                .awaitSubscribers(options.workers() + 1).open();
        Rate rate = new Rate(sink::published);
        Disposable progress = Console.progress(NAME, () -> line(sink, rate));
        try {
            Flux.<Long, Long>generate(() -> 1L, (task, to) -> {
                if (task > options.frames()) {
                    to.complete();
                } else {
                    to.next(task);
                }
                return task + 1;
            }).subscribe(sink);
            sink.onTerminate().block();
        } finally {
            progress.dispose();
            sink.dispose();
        }
        System.out.println(Json.line(new ProducerReport(sink.published())));
        return 0;
    }

    private static String line(ShmSink<?> sink, Rate rate) {
        return String.format("%d tasks  %.1f per s  waiting %d  slots in use %d of %d", sink.published(),
                rate.perSecond(), sink.waitingFrames(), sink.slots() - sink.freeSlots(), sink.slots());
    }
}
