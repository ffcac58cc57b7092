package io.github.reactorshm.examples.video;

import io.github.reactorshm.ShmChannelInfo;
import org.jspecify.annotations.Nullable;

/**
 * What is kept of a picture when its slot is given back.
 *
 * @param channel the channel that it came through
 * @param sequence number of the picture in the channel, from 1
 * @param ageNanos time from publishing to the beginning of the inspection
 * @param torn whether the bytes differ from those that the camera wrote
 * @param luma brightness on a coarse grid
 * @param thumbnail a small copy, if the contact sheet may want it
 */
record InspectedPicture(ShmChannelInfo channel, long sequence, long ageNanos, boolean torn, LumaGrid luma,
        @Nullable Thumbnail thumbnail) {}
