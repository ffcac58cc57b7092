package io.github.reactorshm.examples.workers;

import java.util.concurrent.Callable;

import io.github.reactorshm.examples.program.ChannelOptions;
import io.github.reactorshm.examples.program.FrameMeter;
import io.github.reactorshm.examples.program.Json;
import io.github.reactorshm.examples.program.ParentOption;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import reactor.core.scheduler.Schedulers;

/** Looks at the latest frame whenever it has time. */
@Command(name = "viewer", sortOptions = false, description = {
        "Looks at the latest frame of the channel whenever it has time.",
        "The last line, alone on standard output, is the viewer's part of the result as JSON."})
final class ViewerCommand implements Callable<Integer> {

    @Mixin
    private final ChannelOptions channel = new ChannelOptions(WorkerPool.NAME);
    @Mixin
    private ParentOption parent;

    private ViewerCommand() {}

    @Override
    public Integer call() {
        channel.check(channel.name());
        parent.watch();
        FrameMeter meter = new FrameMeter();
        Long last = channel.source().latest().frames().process(Schedulers.newSingle("viewer"), 1, frame -> {
            meter.add(frame.sequence(), System.nanoTime() - frame.publishedNanos(), !TaskCodec.isWhole(frame));
            return frame.sequence();
        }).blockLast();
        // The producer has waited for this viewer, so frame 1 was there for it too, even if a later one was its first.
        long skipped = last == null ? 0 : last - meter.received();
        System.out.println(Json.line(new ViewerReport(meter.received(), skipped, meter.torn(), meter.age())));
        return 0;
    }
}
