package io.github.reactorshm.loop;

import java.util.concurrent.atomic.AtomicLong;

import io.github.reactorshm.testkit.SinkRole;
import io.github.reactorshm.testkit.SourceRole;

/** A role in a process of which one bell of so many is lost. At its exit it prints how many that were. */
public final class LossyRole {

    /** What the line begins with that it prints. */
    public static final String LOST = "lost bells: ";

    private LossyRole() {}

    /**
     * A child's life.
     *
     * @param args {@code sink} or {@code source}; of how many bells one is lost
     */
    public static void main(String[] args) {
        int every = Integer.parseInt(args[1]);
        AtomicLong bells = new AtomicLong();
        Wire.loseBells(() -> bells.incrementAndGet() % every == 0);
        Runtime.getRuntime().addShutdownHook(
                new Thread(() -> System.out.println(LOST + bells.get() / every + " of " + bells.get())));
        if (args[0].equals("sink")) {
            SinkRole.main(args);
        } else {
            SourceRole.main(args);
        }
    }
}
