package io.github.reactorshm;

import io.github.reactorshm.channel.CountingOwner;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZI_Result;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

/** Two threads close the same handle: its slot comes back once. */
@JCStressTest
@Outcome(id = "true, 1", expect = ACCEPTABLE, desc = "Closed, and given back once.")
@Outcome(expect = FORBIDDEN, desc = "Given back never, or twice.")
@State
public class FrameCloseTest {

    private final CountingOwner owner = new CountingOwner();
    private final ShmFrame frame = new ShmFrame(owner.slot());

    /** Whoever received the frame. */
    @Actor
    public void receiver() {
        frame.close();
    }

    /** An operator that discards it, say. */
    @Actor
    public void other() {
        frame.close();
    }

    /** Afterwards. */
    @Arbiter
    public void account(ZI_Result r) {
        r.r1 = frame.isClosed();
        r.r2 = owner.givenBack();
    }
}
