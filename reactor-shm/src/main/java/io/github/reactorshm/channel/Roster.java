package io.github.reactorshm.channel;

import java.util.Arrays;

import io.github.reactorshm.layout.DeliveryMode;
import io.github.reactorshm.layout.ErrorText;
import org.jspecify.annotations.Nullable;

/**
 * The subscriptions in a producer's books, and their groups. Whoever drains the producer changes it; the loop reads the
 * subscriptions too, to set and clear bells, so the array is replaced and never written.
 */
final class Roster {

    private static final SinkSubscription[] NONE = new SinkSubscription[0];
    private static final Group[] NO_GROUPS = new Group[0];

    private final int slots;
    private final FrameTable frames;
    private volatile SinkSubscription[] all = NONE;
    private Group[] groups = NO_GROUPS;
    private boolean changed;

    Roster(int slots, FrameTable frames) {
        this.slots = slots;
        this.frames = frames;
    }

    SinkSubscription[] all() {
        return all;
    }

    Group[] groups() {
        return groups;
    }

    void add(SinkSubscription s) {
        SinkSubscription[] before = all;
        SinkSubscription[] after = Arrays.copyOf(before, before.length + 1);
        after[before.length] = s;
        if (s.mode() == DeliveryMode.GROUP) {
            Group group = group(s.gauges().group());
            group.join(s);
            s.joined(group);
        }
        all = after;
        changed = true;
    }

    /** Whether somebody came or went since the last call. */
    boolean takeChange() {
        boolean was = changed;
        changed = false;
        return was;
    }

    private Group group(String name) {
        for (Group g : groups) {
            if (g.name().equals(name)) {
                return g;
            }
        }
        groups = Arrays.copyOf(groups, groups.length + 1);
        Group made = new Group(name, slots, frames);
        groups[groups.length - 1] = made;
        return made;
    }

    void remove(SinkSubscription s) {
        all = Arrays.stream(all).filter(other -> other != s).toArray(SinkSubscription[]::new);
        changed = true;
        Group group = s.group();
        if (group != null) {
            group.leave(s);
        }
    }

    /** Forgets groups of which nothing is left. */
    void removeGroups() {
        for (Group g : groups) {
            if (g.isGone()) {
                groups = Arrays.stream(groups).filter(other -> !other.isGone()).toArray(Group[]::new);
                return;
            }
        }
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

    /** Whether frames wait in a group that nobody is in. */
    boolean hasOrphans() {
        for (Group g : groups) {
            if (g.queued() > 0 && !g.hasMembers()) {
                return true;
            }
        }
        return false;
    }

    /** Frames that wait for a member of a group. */
    int queued() {
        int n = 0;
        for (Group g : groups) {
            n += g.queued();
        }
        return n;
    }

    /**
     * The least that a party that paces the sink still waits for, each lossless subscription and each group as a whole; without
     * bound if there are only subscriptions to the latest frame; 0 if there is none.
     */
    long demand() {
        long least = Long.MAX_VALUE;
        boolean any = false;
        for (SinkSubscription s : all) {
            if (s.active()) {
                any = true;
                if (s.mode() == DeliveryMode.LOSSLESS) {
                    least = Math.min(least, s.demand());
                }
            }
        }
        for (Group g : groups) {
            if (g.hasMembers()) {
                least = Math.min(least, g.demand());
            }
        }
        return any ? least : 0;
    }

    /** The same, less what is under way or must not be given yet: what the upstream may still be asked for. */
    long need(long outstanding, int limit) {
        long least = Long.MAX_VALUE;
        boolean any = false;
        for (SinkSubscription s : all) {
            if (s.active()) {
                any = true;
                if (s.mode() == DeliveryMode.LOSSLESS) {
                    least = Math.min(least, s.demand() - outstanding);
                }
            }
        }
        for (Group g : groups) {
            if (g.hasMembers()) {
                least = Math.min(least, g.need(limit) - outstanding);
            }
        }
        return any ? Math.max(0, least) : 0;
    }

    /** Publishes the end of the stream to all that do not have it and for whom no frame waits; returns whether there was one. */
    boolean writeTerminal(@Nullable ErrorText error) {
        boolean any = false;
        for (SinkSubscription s : all) {
            if (s.mode() != DeliveryMode.GROUP && s.active()) {
                any |= s.writeTerminal(error);
            }
        }
        for (Group g : groups) {
            any |= g.writeTerminal(error);
        }
        return any;
    }

    /** Whether a subscription was told since the last call that its stream is over. */
    boolean takeEnds() {
        boolean any = false;
        for (SinkSubscription s : all) {
            any |= s.takeEnd();
        }
        return any;
    }

    /** Whether a subscription that leaves is still taking what it was given. */
    boolean hasLeavers() {
        for (SinkSubscription s : all) {
            if (s.takesTheRest()) {
                return true;
            }
        }
        return false;
    }

    /** Whether no subscription wants more or takes the rest, and none has gone without its going having been looked into. */
    boolean allFinished() {
        for (SinkSubscription s : all) {
            if (!s.finished() || s.takesTheRest()) {
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
