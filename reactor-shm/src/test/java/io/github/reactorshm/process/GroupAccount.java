package io.github.reactorshm.process;

import java.util.ArrayList;
import java.util.List;

import io.github.reactorshm.testkit.Journal;

import static org.assertj.core.api.Assertions.assertThat;

/** What all members of a group have written down, put together: who saw which frame, and whether it was said. */
final class GroupAccount {

    private final int[] unmarked;
    private final int[] marked;
    private final int[] closed;
    private final List<Integer> stepsBack = new ArrayList<>();

    GroupAccount(long published) {
        int size = Math.toIntExact(published) + 1;
        unmarked = new int[size];
        marked = new int[size];
        closed = new int[size];
    }

    /** Adds one member's journal. */
    void add(List<Journal.Entry> journal) {
        long last = 0;
        int steps = 0;
        for (Journal.Entry entry : journal) {
            if (entry.what() == Journal.What.CANCELLED) {
                // What it keeps then may come to another, with a mark, and what it was not handed without.
                continue;
            }
            int frame = Math.toIntExact(entry.sequence());
            switch (entry.what()) {
                case RECEIVED -> {
                    unmarked[frame]++;
                    steps += entry.sequence() < last ? 1 : 0;
                    last = entry.sequence();
                }
                case RECEIVED_AGAIN -> marked[frame]++;
                case CLOSED -> closed[frame]++;
                default -> throw new AssertionError(entry);
            }
        }
        stepsBack.add(steps);
    }

    /**
     * Fails if a frame was lost, or doubled without a mark, or given again after it was given back, or out of order: whoever goes
     * leaves frames behind that may come to another after later ones, in their order.
     */
    void verify(int gone) {
        for (int frame = 1; frame < unmarked.length; frame++) {
            assertThat(unmarked[frame] + marked[frame]).as("receipts of frame %s", frame).isPositive();
            assertThat(unmarked[frame]).as("receipts of frame %s without a mark", frame).isLessThanOrEqualTo(1);
            assertThat(closed[frame]).as("times that frame %s was given back", frame).isLessThanOrEqualTo(1);
        }
        assertThat(stepsBack).as("steps back of each member").allMatch(steps -> steps <= gone);
    }

    @Override
    public String toString() {
        int again = 0;
        for (int n : marked) {
            again += n;
        }
        return "%d frames, %d marked as delivered again, steps back %s".formatted(unmarked.length - 1, again,
                stepsBack);
    }
}
