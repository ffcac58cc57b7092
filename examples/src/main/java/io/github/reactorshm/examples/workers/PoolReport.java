package io.github.reactorshm.examples.workers;

import java.util.ArrayList;
import java.util.List;

/**
 * The result of a whole run.
 *
 * @param sent tasks published
 * @param missing tasks that no worker has done
 * @param doneTwice tasks that were done again without a mark
 * @param torn frames that were not whole, of workers and viewer
 * @param redelivered tasks that came again, marked, since the killed worker may have seen them
 * @param workers what each worker has done
 * @param viewer what the viewer has seen
 */
record PoolReport(long sent, long missing, long doneTwice, long torn, List<Long> redelivered,
        List<WorkerReport> workers,
        ViewerReport viewer) {

    static PoolReport of(ProducerReport producer, Ledger ledger, int killed, ViewerReport viewer) {
        return new PoolReport(producer.sent(), ledger.missing(), ledger.doneTwice(), ledger.torn() + viewer.torn(),
                ledger.redelivered(), ledger.workers(killed), viewer);
    }

    /** What is wrong with the run, or an empty text. */
    String faults() {
        List<String> faults = new ArrayList<>();
        if (missing != 0) {
            faults.add(missing + " tasks that nobody did");
        }
        if (doneTwice != 0) {
            faults.add(doneTwice + " tasks done twice without a mark");
        }
        if (torn != 0) {
            faults.add(torn + " frames torn");
        }
        return String.join(", ", faults);
    }

    /** The result as a table for a person, a line each. */
    List<String> table() {
        List<String> lines = new ArrayList<>();
        lines.add(String.format("%-10s %8s %12s  %s", "process", "frames", "redelivered", ""));
        for (WorkerReport worker : workers) {
            lines.add(String.format("%-10s %8d %12d  %s", "worker " + worker.worker(), worker.done(),
                    worker.redelivered(), worker.killed() ? "killed while it worked" : ""));
        }
        lines.add(String.format("%-10s %8d %12s  %d skipped, since newer ones had come", "viewer", viewer.seen(), "-",
                viewer.skipped()));
        lines.add(sent + " tasks: " + (sent - missing) + " done, " + missing + " missing, " + doneTwice
                + " done twice without a mark; redelivered, and marked: "
                + (redelivered.isEmpty() ? "none" : redelivered));
        return lines;
    }
}
