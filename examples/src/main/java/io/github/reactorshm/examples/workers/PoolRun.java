package io.github.reactorshm.examples.workers;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

import io.github.reactorshm.examples.program.ChannelOptions;
import io.github.reactorshm.examples.program.Console;
import io.github.reactorshm.examples.program.Json;
import io.github.reactorshm.examples.program.RoleProcess;
import io.github.reactorshm.examples.program.Roles;

/** The producer, the workers and the viewer in a process each. */
final class PoolRun {

    private static final int VICTIM = 0;

    private PoolRun() {}

    /** Runs them to their end. Empty if that was not its proper one, which was then told. */
    static Optional<PoolReport> of(ChannelOptions channel, PoolOptions options) throws IOException {
        // The first look at JSON takes long, and the kill must not come late.
        Json.read(Json.line(new Done(0, false, false)), Done.class);
        List<RoleProcess> workers = new CopyOnWriteArrayList<>();
        Ledger ledger = new Ledger(options.frames(), options.workers(), () -> {
            Console.say(WorkerPool.NAME, "a third of the tasks is done; worker " + (VICTIM + 1) + " is killed");
            workers.get(VICTIM).kill();
        });
        try (Roles roles = Roles.of(WorkerPool.NAME, WorkerPool.class, channel)) {
            for (int i = 0; i < options.workers(); i++) {
                int worker = i;
                workers.add(roles.start("worker", options.arguments(),
                        line -> ledger.add(worker, Json.read(line, Done.class))));
            }
            RoleProcess viewer = roles.start("viewer", List.of());
            RoleProcess producer = roles.start("producer", options.arguments());
            if (!roles.join()) {
                return Optional.empty();
            }
            PoolReport report = PoolReport.of(Json.read(producer.lastLine(), ProducerReport.class), ledger, VICTIM,
                    Json.read(viewer.lastLine(), ViewerReport.class));
            roles.tell(report.faults());
            return Optional.of(report);
        }
    }
}
