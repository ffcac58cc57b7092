package io.github.reactorshm.layout;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

/** A payload that is read before its slot is given back is not the one that is written afterwards. */
@JCStressTest
@Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "Read; the producer has not seen it back.")
@Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "Read, given back, and written again.")
@Outcome(expect = FORBIDDEN, desc = "The reader sees what was written after its slot came back.")
@State
public class ReturnWordTest {

    private final ControlFile file = new ControlFile();

    /** The consumer. */
    @Actor
    public void consumer(JJ_Result r) {
        r.r1 = file.readPayload();
        file.control().storeReturned(0, 1);
    }

    /** The producer. */
    @Actor
    public void producer(JJ_Result r) {
        if (file.control().returned(0) == 1) {
            file.writePayload(17);
            r.r2 = 1;
        }
    }
}
