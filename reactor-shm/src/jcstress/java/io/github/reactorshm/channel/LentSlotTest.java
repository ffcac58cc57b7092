package io.github.reactorshm.channel;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

/**
 * The slot of the newest frame is lent to a credit. The drain puts a slot that came free in its place while the upstream takes one:
 * it finds one, and the newest frame may be delivered only if that is another.
 */
@JCStressTest
@Outcome(id = "0, -1, 1", expect = ACCEPTABLE, desc = "The lent one was taken: no newest frame, the other is free again.")
@Outcome(id = "1, 0, 0", expect = ACCEPTABLE, desc = "The other one was taken, and the newest frame is there.")
@Outcome(expect = FORBIDDEN, desc = "No slot for the credit, a newest frame that is overwritten, or a slot lost.")
@State
public class LentSlotTest {

    private final Books books = new Books(2);

    /** Slot 0 has the newest frame, which somebody waits for, and is lent; slot 1 was held by somebody. */
    public LentSlotTest() {
        books.grant(2);
        int newest = books.takeGranted();
        int held = books.takeGranted();
        books.hold(held, 1);
        books.hold(newest, 0);
        books.becomesNewest(newest);
        books.grant(1);
    }

    /** The drain: the held slot came back. */
    @Actor
    public void drain(III_Result r) {
        books.giveBack(1);
        r.r3 = books.takeLentBack();
        r.r2 = books.newest();
    }

    /** The upstream's thread, which was asked for one element. */
    @Actor
    public void filler(III_Result r) {
        r.r1 = books.takeGranted();
    }

    /** What is free then, with slots that were taken beyond the credit: of two threads that take there is only one here. */
    @Arbiter
    public void account(III_Result r) {
        r.r3 = r.r3 == 0 ? (books.spent() ? 0 : 1) : -1;
    }
}
