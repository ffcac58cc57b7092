package io.github.reactorshm.discard;

/** How a subscription ends while frames are under way to it. */
enum Ending {

    /** The subscriber asked for two elements; it cancels while more are emitted. */
    CANCEL("cancel"),
    /** The subscriber cancels when frames have queued up in front of workers that are all busy with other things. */
    BUSY("cancel, workers busy"),
    /** The subscriber is in {@code onNext} of the first element, with the others behind it, when another thread disposes of it. */
    DISPOSE("dispose while draining"),
    /** As the first, but the producer's upstream fails behind its frames while the subscriber asks for the rest. */
    ERROR("producer fails"),
    /** The sink is disposed of, which its subscribers see as the death of their peer, while frames are emitted. */
    DEATH("producer dies");

    private final String title;

    Ending(String title) {
        this.title = title;
    }

    /** Its column's head in the README. */
    String title() {
        return title;
    }
}
