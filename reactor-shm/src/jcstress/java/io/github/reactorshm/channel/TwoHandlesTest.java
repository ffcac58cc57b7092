package io.github.reactorshm.channel;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZI_Result;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

/** Two handles are released by two threads: the last one gives the slot back, once. */
@JCStressTest
@Outcome(id = "true, 1", expect = ACCEPTABLE, desc = "Given back once.")
@Outcome(expect = FORBIDDEN, desc = "Given back never, or more than once.")
@State
public class TwoHandlesTest {

    private final CountingOwner owner = new CountingOwner();
    private final HeldSlot slot = owner.slot();
    private final boolean retained = slot.retain();

    /** A holder. */
    @Actor
    public void first() {
        slot.release();
    }

    /** Another. */
    @Actor
    public void second() {
        slot.release();
    }

    /** Afterwards. */
    @Arbiter
    public void account(ZI_Result r) {
        r.r1 = retained;
        r.r2 = owner.givenBack();
    }
}
