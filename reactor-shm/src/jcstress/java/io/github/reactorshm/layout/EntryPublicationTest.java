package io.github.reactorshm.layout;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJJJ_Result;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

/** Whoever sees an entry's index sees its fields, and the payload that was written before. */
@JCStressTest
@Outcome(id = "0, 0, 0, 0", expect = ACCEPTABLE, desc = "Nothing is published.")
@Outcome(id = "1, 305, 7, 13", expect = ACCEPTABLE, desc = "The entry and the payload are whole.")
@Outcome(expect = FORBIDDEN, desc = "The index is there before what it stands for.")
@State
public class EntryPublicationTest {

    private final ControlFile file = new ControlFile();
    private final EntryView entry = new EntryView();

    /** The producer. */
    @Actor
    public void producer() {
        file.writePayload(13);
        file.control().publishNext(1, 3, 5, 7, 9, 11, false);
    }

    /** The consumer. */
    @Actor
    public void consumer(JJJJ_Result r) {
        SubscriptionControl control = file.control();
        if (control.entryIndex(1) != 1) {
            return;
        }
        control.readEntry(1, entry);
        r.r1 = entry.kind();
        r.r2 = entry.slot() * 100L + entry.length();
        r.r3 = entry.publishedNanos() == 9 && entry.tag() == 11 && !entry.redelivered() ? entry.sequence() : -1;
        r.r4 = file.readPayload();
    }
}
