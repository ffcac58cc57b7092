package io.github.reactorshm.channel;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

/** The drain grants two slots and takes one back while another thread takes one: no slot goes to both, and none is lost. */
@JCStressTest
@Outcome(id = {"0, 1, 2", "1, 0, 2"}, expect = ACCEPTABLE, desc = "Each has taken one.")
@Outcome(id = "0, -1, 2", expect = ACCEPTABLE, desc = "The other thread came before the grant.")
@Outcome(expect = FORBIDDEN, desc = "A slot was taken twice, or lost.")
@State
public class GrantedSlotsTest {

    private final Books books = new Books(2);

    /** The drain. */
    @Actor
    public void drain(III_Result r) {
        books.grant(2);
        r.r1 = books.takeGranted();
    }

    /** Somebody who fills slots. */
    @Actor
    public void filler(III_Result r) {
        r.r2 = books.takeGranted();
    }

    /** Afterwards: how many were taken in all. */
    @Arbiter
    public void account(III_Result r) {
        int taken = (r.r1 >= 0 ? 1 : 0) + (r.r2 >= 0 ? 1 : 0);
        while (books.takeGranted() >= 0) {
            taken++;
        }
        r.r3 = taken;
    }
}
