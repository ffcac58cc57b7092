package io.github.reactorshm.examples.webflux.app;

/**
 * How fast the analysis asks for pictures.
 *
 * @param rate pictures a second, 1 to 30
 * @param paused whether it asks for none
 */
record AnalysisSettings(int rate, boolean paused) {

    static final int FASTEST = 30;

    AnalysisSettings {
        if (rate < 1 || rate > FASTEST) {
            throw new IllegalArgumentException("the rate must be 1 to " + FASTEST + " pictures a second, not " + rate);
        }
    }
}
