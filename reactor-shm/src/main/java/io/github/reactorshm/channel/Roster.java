package io.github.reactorshm.channel;

import java.util.Arrays;

import io.github.reactorshm.layout.ErrorText;
import org.jspecify.annotations.Nullable;

/**
 * The subscriptions in a producer's books. Whoever drains the producer changes it; the loop reads it too, to set and clear
 * bells, so the array is replaced and never written.
 */
final class Roster {

    private static final SinkSubscription[] NONE = new SinkSubscription[0];

    private volatile SinkSubscription[] all = NONE;

    SinkSubscription[] all() {
        return all;
    }

    void add(SinkSubscription s) {
        SinkSubscription[] before = all;
        SinkSubscription[] after = Arrays.copyOf(before, before.length + 1);
        after[before.length] = s;
        all = after;
    }

    void remove(SinkSubscription s) {
        all = Arrays.stream(all).filter(other -> other != s).toArray(SinkSubscription[]::new);
    }

    int active() {
        int n = 0;
        for (SinkSubscription s : all) {
            if (s.active()) {
                n++;
            }
        }
        return n;
    }

    int held() {
        int n = 0;
        for (SinkSubscription s : all) {
            n += s.heldCount();
        }
        return n;
    }

    /** The least that every active subscription still waits for; 0 if there is none. */
    long demand() {
        long least = Long.MAX_VALUE;
        boolean any = false;
        for (SinkSubscription s : all) {
            if (s.active()) {
                any = true;
                least = Math.min(least, s.demand());
            }
        }
        return any ? least : 0;
    }

    /** Publishes the end of the stream to every active subscription that does not have it; returns whether there was one. */
    boolean writeTerminal(@Nullable ErrorText error) {
        boolean any = false;
        for (SinkSubscription s : all) {
            if (s.active()) {
                any |= s.writeTerminal(error);
            }
        }
        return any;
    }

    /** Whether a subscription was told since the last call that it broke the protocol. */
    boolean takeBreaks() {
        boolean any = false;
        for (SinkSubscription s : all) {
            any |= s.takeBreak();
        }
        return any;
    }

    /** Whether no subscription wants more, and none has gone without its going having been looked into. */
    boolean allFinished() {
        for (SinkSubscription s : all) {
            if (!s.finished()) {
                return false;
            }
        }
        return true;
    }

    void starving(boolean now) {
        for (SinkSubscription s : all) {
            if (s.active()) {
                s.starving(now && s.heldCount() > 0);
            }
        }
    }
}
