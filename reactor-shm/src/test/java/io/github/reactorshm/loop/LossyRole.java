package io.github.reactorshm.loop;

import java.util.concurrent.atomic.AtomicLong;

import io.github.reactorshm.testkit.SinkRole;
import io.github.reactorshm.testkit.SourceRole;

/** A role in a process of which every tenth bell is lost. At its exit it prints how many that were. */
public final class LossyRole {

    /** One bell of so many is lost. */
    public static final int EVERY = 10;
    /** What the line begins with that it prints. */
    public static final String LOST = "lost bells: ";

    private LossyRole() {}

    /**
     * A child's life.
     *
     * @param args {@code sink} or {@code source}
     */
    public static void main(String[] args) {
        AtomicLong bells = new AtomicLong();
        Wire.loseBells(() -> bells.incrementAndGet() % EVERY == 0);
        Runtime.getRuntime().addShutdownHook(
                new Thread(() -> System.out.println(LOST + bells.get() / EVERY + " of " + bells.get())));
        if (args[0].equals("sink")) {
            SinkRole.main(args);
        } else {
            SourceRole.main(args);
        }
    }
}
