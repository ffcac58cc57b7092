package io.github.reactorshm.layout;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE_INTERESTING;

/** {@link ConsumerBellTest} without fences: the wake-ups that are lost here show that the fences are needed, and the race sharp. */
@JCStressTest
@Outcome(id = {"true, true", "true, false", "false, true"}, expect = ACCEPTABLE, desc = "One sees the other.")
@Outcome(id = "false, false", expect = ACCEPTABLE_INTERESTING, desc = "The wake-up is lost.")
@State
public class UnfencedBellTest {

    private final ControlFile file = new ControlFile();

    /** The consumer's loop. */
    @Actor
    public void waiter(ZZ_Result r) {
        file.control().storeConsumerParked(true);
        r.r1 = file.control().entryIndex(1) == 1;
    }

    /** The producer. */
    @Actor
    public void ringer(ZZ_Result r) {
        file.control().publishNext(1, 0, 0, 1, 0, 0, false);
        r.r2 = file.control().consumerParked();
    }
}
