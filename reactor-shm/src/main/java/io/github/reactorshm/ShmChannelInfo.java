package io.github.reactorshm;

import java.util.Map;

import io.github.reactorshm.layout.PoolHeader;

/**
 * What a channel says of itself, the same on both ends. Immutable.
 *
 * @param name the channel's name
 * @param incarnation a random number for this opening of the channel
 * @param slots number of slots in its pool
 * @param slotSize size of a slot in bytes
 * @param contentType what its frames are
 * @param attributes what else the codec says of all its frames, such as a picture's width
 */
public record ShmChannelInfo(String name, long incarnation, int slots, long slotSize, String contentType,
        Map<String, String> attributes) {

    /** Copies the attributes. */
    public ShmChannelInfo {
        attributes = Map.copyOf(attributes);
    }

    static ShmChannelInfo of(String name, PoolHeader header) {
        return new ShmChannelInfo(name, header.incarnation(), header.geometry().slots(), header.geometry().slotSize(),
                header.contentType(), header.attributes());
    }
}
