package io.github.reactorshm.layout;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

/** Whoever sees that a consumer cancelled sees the last entry that it took. */
@JCStressTest
@Outcome(id = "0, -1", expect = ACCEPTABLE, desc = "It has not cancelled.")
@Outcome(id = "1, 2", expect = ACCEPTABLE, desc = "It has, and what it took is final.")
@Outcome(expect = FORBIDDEN, desc = "An entry that was taken would be freed.")
@State
public class CancelledTest {

    private final ControlFile file = new ControlFile();

    /** The consumer. */
    @Actor
    public void consumer() {
        file.control().storeTaken(1);
        file.control().storeTaken(2);
        file.control().storeCancelled();
    }

    /** The producer. */
    @Actor
    public void producer(JJ_Result r) {
        r.r1 = file.control().consumerState();
        r.r2 = r.r1 == SubscriptionControl.CONSUMER_CANCELLED ? file.control().taken() : -1;
    }
}
