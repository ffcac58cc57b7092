package io.github.reactorshm.channel;

import java.util.Arrays;

import io.github.reactorshm.layout.ErrorText;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Operators;

/**
 * The members of one group, and the frames that wait for one of them. A frame goes to the member that holds the fewest, of those
 * that ask and are below the limit; what a member leaves behind goes to another. All of it belongs to whoever drains the
 * producer.
 */
final class Group {

    private static final SinkSubscription[] NONE = new SinkSubscription[0];

    private final String name;
    private final FrameTable frames;
    private final FrameQueue queue;
    // By slot: a member may have seen the frame.
    private final boolean[] seen;
    private SinkSubscription[] members = NONE;
    private int turn;
    private boolean over;
    private boolean lastDied;

    Group(String name, int slots, FrameTable frames) {
        this.name = name;
        this.frames = frames;
        this.queue = new FrameQueue(slots, frames);
        this.seen = new boolean[slots];
    }

    String name() {
        return name;
    }

    void join(SinkSubscription s) {
        members = Arrays.copyOf(members, members.length + 1);
        members[members.length - 1] = s;
    }

    /** A member's process has gone, or its socket has ended. */
    void leave(SinkSubscription s) {
        members = Arrays.stream(members).filter(other -> other != s).toArray(SinkSubscription[]::new);
        if (!s.finished()) {
            lastDied = true;
        }
    }

    /** A member has said that it takes no more: if it was the last one, nobody died. */
    void memberFinished() {
        lastDied = false;
    }

    /** Whether a member gets frames, or has gone without its going having been looked into. */
    boolean hasMembers() {
        for (SinkSubscription s : members) {
            if (!s.finished()) {
                return true;
            }
        }
        return false;
    }

    /** Whether nobody is left of it: no member, no frame. */
    boolean isGone() {
        return members.length == 0 && queue.isEmpty();
    }

    int queued() {
        return queue.size();
    }

    /** Whether its members were told of the end of the stream, after which nothing is given again. */
    boolean over() {
        return over;
    }

    // ------------------------------------------------------------------ frames

    /** A new frame, which the group holds from now on. Returns whether a member got it at once. */
    boolean publish(int slot, int limit) {
        seen[slot] = false;
        queue.add(slot);
        return serve(limit);
    }

    /** A member gives up a frame that it was given. */
    void takeBack(int slot, boolean maySeen) {
        seen[slot] |= maySeen;
        queue.add(slot);
    }

    /** A frame that nobody was there for. */
    void claim(int slot) {
        seen[slot] = false;
        queue.add(slot);
    }

    /** Gives waiting frames to members with demand that hold fewer than {@code limit}; returns whether any was. */
    boolean serve(int limit) {
        boolean any = false;
        while (!queue.isEmpty()) {
            SinkSubscription s = next(limit);
            if (s == null) {
                break;
            }
            int slot = queue.remove();
            s.deliver(slot, frames, seen[slot]);
            any = true;
        }
        return any;
    }

    private @Nullable SinkSubscription next(int limit) {
        SinkSubscription best = null;
        int bestAt = 0;
        for (int i = 0; i < members.length; i++) {
            int at = (turn + i) % members.length;
            SinkSubscription s = members[at];
            if (s.active() && s.wants(limit) && (best == null || s.heldCount() < best.heldCount())) {
                best = s;
                bestAt = at;
            }
        }
        if (best != null) {
            turn = bestAt + 1;
        }
        return best;
    }

    /** Takes a frame out that no member will get; there must be one. */
    int drop() {
        return queue.remove();
    }

    /** Whether the last one that took frames died; one that cancelled and still keeps some had left before. */
    boolean lastDied() {
        return lastDied;
    }

    // ------------------------------------------------------------------ demand

    /** What its members ask for in all. */
    long demand() {
        long sum = 0;
        for (SinkSubscription s : members) {
            if (s.active()) {
                sum = Operators.addCap(sum, s.demand());
            }
        }
        return sum;
    }

    /** How many more frames its members can be given, those that wait already subtracted. */
    long need(int limit) {
        long sum = 0;
        for (SinkSubscription s : members) {
            if (s.active()) {
                sum += Math.min(s.demand(), Math.max(0, limit - s.heldCount()));
            }
        }
        return sum - queue.size();
    }

    /** Publishes the end of the stream to every member once no frame waits; returns whether any was told now. */
    boolean writeTerminal(@Nullable ErrorText error) {
        if (!queue.isEmpty()) {
            return false;
        }
        over = true;
        boolean any = false;
        for (SinkSubscription s : members) {
            if (s.active()) {
                any |= s.writeTerminal(error);
            }
        }
        return any;
    }
}
