package io.github.reactorshm.channel;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZI_Result;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

/** One thread releases the first handle, another makes and releases one of its own: the slot comes back once. */
@JCStressTest
@Outcome(id = "true, 1", expect = ACCEPTABLE, desc = "The other thread had a handle.")
@Outcome(id = "false, 1", expect = ACCEPTABLE, desc = "It came too late for one.")
@Outcome(expect = FORBIDDEN, desc = "The slot never comes back, or comes back twice.")
@State
public class HandleCountTest {

    private final CountingOwner owner = new CountingOwner();
    private final HeldSlot slot = owner.slot();

    /** Whoever received the frame. */
    @Actor
    public void receiver() {
        slot.release();
    }

    /** Another thread. */
    @Actor
    public void other(ZI_Result r) {
        r.r1 = slot.retain();
        if (r.r1) {
            slot.release();
        }
    }

    /** Afterwards. */
    @Arbiter
    public void account(ZI_Result r) {
        r.r2 = owner.givenBack();
    }
}
