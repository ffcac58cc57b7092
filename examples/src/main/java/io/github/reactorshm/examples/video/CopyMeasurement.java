package io.github.reactorshm.examples.video;

import io.github.reactorshm.examples.program.ChannelOptions;

/**
 * What the copy measurement moves: frames of 7,269,376 bytes, a picture of 1920x1080 with 65,536 LiDAR points of 16 bytes
 * behind it, through a pool of 8 slots.
 *
 * <p>
 * Each round measures two rates, one right after the other, over the same number of frames:
 * <ul>
 * <li><b>plain</b>: {@link PlainCopy}, a bare loop that copies one frame into the slots of a pool of the same size on the same
 * file system, in turn;
 * <li><b>channel</b>: the same copy done by the codec into the slots of a channel, from the beginning of the first copy in the
 * camera to the receipt of the last frame in the viewer, which gives each frame back unread.
 * </ul>
 * {@code copyRatio} is channel ÷ plain, the median over the rounds. The two pools are never there at once: together they would
 * not fit a container's usual 64 MiB of shared memory.
 *
 * <p>
 * The figures mean something on an idle machine only: the channel needs two processors at once, the loop one.
 */
final class CopyMeasurement {

    static final long FRAME_BYTES = 1920 * 1080 * 3 + 65_536 * 16;
    static final int SLOTS = 8;

    /** Rounds, the first of which only warms up. */
    static final int ROUNDS = 8;

    /** Frames at the beginning of a round that are not measured: they touch each slot for the first time. */
    static final int WARM_UP_FRAMES = 2 * SLOTS;

    private static final double NANOS_PER_SECOND = 1e9;

    private CopyMeasurement() {}

    /** Name of the channel of one round. */
    static String channel(ChannelOptions options, int round) {
        return options.name() + "-copy-" + round;
    }

    static String longestChannel(ChannelOptions options) {
        return channel(options, ROUNDS - 1);
    }

    static long bytesPerSecond(long frames, long nanos) {
        return Math.round(frames * FRAME_BYTES * NANOS_PER_SECOND / Math.max(1, nanos));
    }
}
