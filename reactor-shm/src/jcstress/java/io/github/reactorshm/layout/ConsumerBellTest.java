package io.github.reactorshm.layout;

import java.lang.invoke.VarHandle;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

/** Announce, fence, look against publish, fence, read the bell: one of both sees the other. */
@JCStressTest
@Outcome(id = "true, true", expect = ACCEPTABLE, desc = "Seen, and rung for.")
@Outcome(id = "true, false", expect = ACCEPTABLE, desc = "Seen by the last look.")
@Outcome(id = "false, true", expect = ACCEPTABLE, desc = "Rung for.")
@Outcome(id = "false, false", expect = FORBIDDEN, desc = "The wake-up is lost.")
@State
public class ConsumerBellTest {

    private final ControlFile file = new ControlFile();

    /** The consumer's loop: whether its last look found the entry. */
    @Actor
    public void waiter(ZZ_Result r) {
        file.control().storeConsumerParked(true);
        VarHandle.fullFence();
        r.r1 = file.control().entryIndex(1) == 1;
    }

    /** The producer: whether it rings. */
    @Actor
    public void ringer(ZZ_Result r) {
        file.control().publishNext(1, 0, 0, 1, 0, 0, false);
        VarHandle.fullFence();
        r.r2 = file.control().consumerParked();
    }
}
