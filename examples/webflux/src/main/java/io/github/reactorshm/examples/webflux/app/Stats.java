package io.github.reactorshm.examples.webflux.app;

import io.github.reactorshm.examples.webflux.camera.CameraCounts;
import org.jspecify.annotations.Nullable;

/**
 * What the page shows of one moment.
 *
 * @param atMillis when, since 1970
 * @param state how it stands with the camera: WAITING, LIVE, LOST or STOPPED
 * @param stateMillis for how long
 * @param reason why the camera's last stream ended
 * @param camera what the camera counts, null while there is none
 * @param video the live picture
 * @param analysis the raw pictures
 */
record Stats(long atMillis, String state, long stateMillis, String reason, @Nullable CameraCounts camera, Video video,
        Analysing analysis) {

    /**
     * The live picture.
     *
     * @param fps pictures a second that came from the camera, over the last second
     * @param ageMillis the greatest age that the newest picture had in the last second, null before the first one
     * @param clients viewers
     * @param missed pictures a second that viewers missed, over all of them
     * @param missedTotal the same since the start
     * @param held slots that responses hold
     * @param copied pictures that were copied for slow viewers since the start
     */
    record Video(double fps, @Nullable Double ageMillis, int clients, double missed, long missedTotal, int held,
            long copied) {}

    /**
     * The raw pictures.
     *
     * @param rate pictures a second that it asks for
     * @param paused whether it asks for none
     * @param asked pictures a second that it asked for, over the last second
     * @param fps pictures a second that it got, over the last second
     * @param pictures the same since the start
     * @param motion how much changed in the newest one since the one before, in percent, null before the first one
     */
    record Analysing(int rate, boolean paused, double asked, double fps, long pictures, @Nullable Double motion) {}
}
