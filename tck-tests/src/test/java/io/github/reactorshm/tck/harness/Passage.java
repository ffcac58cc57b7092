package io.github.reactorshm.tck.harness;

/** What lies between a channel whose sink is here and one whose source is here. */
interface Passage {

    /** Nothing: it is the same channel. */
    Passage NONE = (channel, slots) -> channel;

    /**
     * Leads on what comes out of a channel.
     *
     * @param channel a channel that is open
     * @param slots how many slots each further channel has
     * @return the channel where it comes out
     */
    String lead(String channel, int slots);
}
