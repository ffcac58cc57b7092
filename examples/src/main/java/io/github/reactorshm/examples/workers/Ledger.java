package io.github.reactorshm.examples.workers;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Who has done what. Thread-safe. */
final class Ledger {

    private final long tasks;
    private final long killAt;
    private final Runnable kill;
    private final List<List<Done>> byWorker = new ArrayList<>();
    private final Map<Long, Integer> times = new HashMap<>();
    private long total;
    private long torn;
    private long doneTwice;

    /** A ledger of so many tasks; when a third of them is done, it has a worker killed. */
    Ledger(long tasks, int workers, Runnable kill) {
        this.kill = kill;
        this.tasks = tasks;
        this.killAt = Math.max(1, tasks / 3);
        for (int i = 0; i < workers; i++) {
            byWorker.add(new ArrayList<>());
        }
    }

    /** A worker has done a task. */
    synchronized void add(int worker, Done done) {
        byWorker.get(worker).add(done);
        int before = times.merge(done.task(), 1, Integer::sum) - 1;
        if (before > 0 && !done.redelivered()) {
            doneTwice++;
        }
        if (done.torn()) {
            torn++;
        }
        total++;
        if (total == killAt) {
            kill.run();
        }
    }

    synchronized long missing() {
        return tasks - times.size();
    }

    /** Tasks that were done again without a mark. */
    synchronized long doneTwice() {
        return doneTwice;
    }

    synchronized long torn() {
        return torn;
    }

    /** The tasks that came again with a mark, in their order. */
    synchronized List<Long> redelivered() {
        return byWorker.stream().flatMap(List::stream).filter(Done::redelivered).map(Done::task).sorted().toList();
    }

    /** A line for each worker, one of which was killed. */
    synchronized List<WorkerReport> workers(int killed) {
        List<WorkerReport> reports = new ArrayList<>();
        for (int i = 0; i < byWorker.size(); i++) {
            List<Done> done = byWorker.get(i);
            reports.add(new WorkerReport(i + 1, done.size(), done.stream().filter(Done::redelivered).count(),
                    i == killed));
        }
        return reports;
    }
}
