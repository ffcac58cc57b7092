package io.github.reactorshm.layout;

import java.lang.invoke.VarHandle;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZZ_Result;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

/** The other bell: the loop that waits looks at the demand and at return words, and one ring stands for both. */
@JCStressTest
@Outcome(id = "true, true, (true|false)", expect = ACCEPTABLE, desc = "The last look finds both.")
@Outcome(id = "(true|false), (true|false), true", expect = ACCEPTABLE, desc = "Rung for.")
@Outcome(expect = FORBIDDEN, desc = "A wake-up is lost.")
@State
public class ProducerBellTest {

    private final ControlFile file = new ControlFile();

    /** The producer's loop: whether its last look found the demand, and the slot. */
    @Actor
    public void waiter(ZZZ_Result r) {
        file.control().storeProducerParked(true);
        VarHandle.fullFence();
        r.r1 = file.control().requested() == 1;
        r.r2 = file.control().returned(0) == 1;
    }

    /** The consumer: whether it rings. */
    @Actor
    public void ringer(ZZZ_Result r) {
        file.control().storeRequested(1);
        file.control().storeReturned(0, 1);
        VarHandle.fullFence();
        r.r3 = file.control().producerParked();
    }
}
