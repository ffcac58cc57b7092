package io.github.reactorshm.examples.video;

/**
 * What the copy measurement moves: frames of 7,269,376 bytes, a picture of 1920x1080 with 65,536 LiDAR points of 16 bytes
 * behind it, through a pool of 8 slots.
 *
 * <p>Two rates are compared, each the median over several rounds of the same number of frames, in one run:
 * <ul>
 * <li><b>plain</b>: {@link PlainCopy}, a bare loop that copies one frame into the slots of a pool of the same size on the same
 * file system, in turn;
 * <li><b>channel</b>: the same copy done by the codec into the slots of a channel, from the beginning of a round's first copy
 * in the camera to the receipt of its last frame in the viewer, which gives each frame back unread.
 * </ul>
 * {@code copyRatio} is channel ÷ plain. Half of the plain rounds run before the channel is opened and half after it is closed:
 * both pools at once would not fit a container's usual 64 MiB of shared memory.
 */
final class CopyMeasurement {

    static final long FRAME_BYTES = 1920 * 1080 * 3 + 65_536 * 16;
    static final int SLOTS = 8;

    /** Rounds that count, behind one of warming up. */
    static final int ROUNDS = 6;

    private static final double NANOS_PER_SECOND = 1e9;

    private CopyMeasurement() {}

    static long bytesPerSecond(long frames, long nanos) {
        return Math.round(frames * FRAME_BYTES * NANOS_PER_SECOND / Math.max(1, nanos));
    }
}
