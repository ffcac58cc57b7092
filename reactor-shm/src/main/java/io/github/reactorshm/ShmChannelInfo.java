package io.github.reactorshm;

import java.util.Map;

/**
 * What both ends know of a channel once they are connected.
 *
 * @param name the channel's name in its base directory
 * @param incarnation tells this opening of the channel from those before and after it
 * @param slots how many slots the pool has
 * @param slotSize the largest payload of a slot, in bytes
 * @param contentType what the sink's codec says its payloads are
 * @param attributes what else the codec says of them, unmodifiable
 */
public record ShmChannelInfo(String name, long incarnation, int slots, long slotSize, String contentType,
        Map<String, String> attributes) {

    /** Copies the attributes. */
    public ShmChannelInfo {
        attributes = Map.copyOf(attributes);
    }
}
