package io.github.reactorshm.benchmarks.smallframes;

/**
 * What the consumer is told to do next.
 *
 * @param medium what the frames come through
 * @param slots slots of the pool
 * @param frames frames that come
 */
record Order(Medium medium, int slots, int frames) {

    static final Order END = new Order(Medium.END, 0, 0);
}
