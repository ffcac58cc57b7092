package io.github.reactorshm;

import io.github.reactorshm.channel.CountingOwner;
import io.github.reactorshm.error.ShmFrameClosedException;
import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZII_Result;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

/** A handle is closed while another thread retains it: the new handle keeps the slot, or there is none. */
@JCStressTest
@Outcome(id = "true, 0, 1", expect = ACCEPTABLE, desc = "The new handle keeps the slot until it is closed.")
@Outcome(id = "false, 1, 1", expect = ACCEPTABLE, desc = "Closed before: an error, and no handle.")
@Outcome(expect = FORBIDDEN, desc = "A handle to a slot that went back, or a slot that never does.")
@State
public class FrameRetainTest {

    private final CountingOwner owner = new CountingOwner();
    private final ShmFrame frame = new ShmFrame(owner.slot());
    private @Nullable ShmFrame kept;

    /** Whoever received the frame. */
    @Actor
    public void receiver() {
        frame.close();
    }

    /** Another thread. */
    @Actor
    public void keeper() {
        try {
            kept = frame.retain();
        } catch (ShmFrameClosedException e) {
            kept = null;
        }
    }

    /** Afterwards: given back before the new handle is closed, and after it is. */
    @Arbiter
    public void account(ZII_Result r) {
        ShmFrame handle = kept;
        r.r1 = handle != null;
        r.r2 = owner.givenBack();
        if (handle != null) {
            handle.close();
        }
        r.r3 = owner.givenBack();
    }
}
