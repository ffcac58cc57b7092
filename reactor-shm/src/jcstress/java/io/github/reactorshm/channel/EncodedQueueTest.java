package io.github.reactorshm.channel;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

/** Two threads add a frame each, and one of them drains: every frame comes out whole, once. */
@JCStressTest
@Outcome(id = "(0|111|222), (0|111|222), 333", expect = ACCEPTABLE, desc = "Both came out, sooner or later.")
@Outcome(expect = FORBIDDEN, desc = "A frame is torn, lost, or comes twice.")
@State
public class EncodedQueueTest {

    private final EncodedQueue queue = new EncodedQueue(2);

    /** A thread that fills a slot. */
    @Actor
    public void filler() {
        queue.add(2, 20, 200, 0);
    }

    /** Another, which drains. */
    @Actor
    public void drain(III_Result r) {
        queue.add(1, 10, 100, 0);
        r.r1 = remove();
        r.r2 = remove();
    }

    /** The drain that follows. */
    @Arbiter
    public void drainAgain(III_Result r) {
        r.r3 = r.r1 + r.r2 + remove() + remove();
    }

    private int remove() {
        if (queue.isEmpty()) {
            return 0;
        }
        int frame = (int) (queue.headSlot() + queue.headLength() + queue.headTag());
        queue.removeHead();
        return frame;
    }
}
