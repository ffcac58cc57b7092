package io.github.reactorshm.examples.workers;

import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import io.github.reactorshm.ShmFrame;
import io.github.reactorshm.examples.program.ChannelOptions;
import io.github.reactorshm.examples.program.Json;
import io.github.reactorshm.examples.program.ParentOption;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import reactor.core.scheduler.Schedulers;

/** Does the tasks that the group gives to it. */
@Command(name = "worker", sortOptions = false, description = {"Does the tasks that its group gives to it.",
        "Each line on standard output is a task that it has done, as JSON."})
final class WorkerCommand implements Callable<Integer> {

    private static final String GROUP = "workers";
    /** The task under way and the next one, which waits in its slot. */
    private static final int AHEAD = 2;

    @Mixin
    private final ChannelOptions channel = new ChannelOptions(WorkerPool.NAME);
    @Mixin
    private PoolOptions options;
    @Mixin
    private ParentOption parent;

    private WorkerCommand() {}

    @Override
    public Integer call() {
        channel.check(channel.name());
        options.check();
        parent.watch();
        channel.source().group(GROUP).frames().process(Schedulers.newSingle("worker"), AHEAD, this::work).blockLast();
        return 0;
    }

    private Done work(ShmFrame frame) {
        Done done = new Done(frame.tag(), frame.redelivered(), !TaskCodec.isWhole(frame));
        // What a worker waits for: a graphics card, a service.
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(options.workMillis());
        for (long left = end - System.nanoTime(); left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
        // Before the frame is given back: a worker that dies in between has told, and the frame comes again with its mark.
        System.out.println(Json.line(done));
        return done;
    }
}
