package io.github.reactorshm.examples.video;

import java.util.ArrayList;
import java.util.List;

/**
 * Keeps a few thumbnails, evenly spread over a stream whose length is not known before its end: when the shelf is full, every
 * other one goes and from then on only every other one comes.
 */
final class ThumbnailShelf {

    private final int wanted;
    private final List<Thumbnail> kept = new ArrayList<>();
    private volatile long step = 1;

    /** Creates a shelf that ends with at most {@code wanted} thumbnails. */
    ThumbnailShelf(int wanted) {
        this.wanted = wanted;
    }

    /** Tells, on any thread, whether a thumbnail of the picture with this number is worth making. */
    boolean wants(long number) {
        return (number - 1) % step == 0;
    }

    /** Takes a thumbnail; numbers ascend. */
    synchronized void add(Thumbnail thumbnail) {
        if (!wants(thumbnail.number())) {
            return;
        }
        if (kept.size() == 2 * wanted) {
            step *= 2;
            kept.removeIf(earlier -> !wants(earlier.number()));
            if (!wants(thumbnail.number())) {
                return;
            }
        }
        kept.add(thumbnail);
    }

    /** Returns those kept, first to last, thinned out evenly to the number wanted. */
    synchronized List<Thumbnail> chosen() {
        if (kept.size() <= wanted) {
            return List.copyOf(kept);
        }
        List<Thumbnail> chosen = new ArrayList<>();
        for (int i = 0; i < wanted; i++) {
            chosen.add(kept.get(Math.toIntExact(Math.round((double) i * (kept.size() - 1) / (wanted - 1)))));
        }
        return chosen;
    }
}
