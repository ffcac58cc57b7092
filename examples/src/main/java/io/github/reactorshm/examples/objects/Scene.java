package io.github.reactorshm.examples.objects;

import java.util.ArrayList;
import java.util.List;

/**
 * All that was found in one picture: a text and a list, which have no fixed layout.
 *
 * @param camera the camera's name
 * @param detections what was found
 */
record Scene(String camera, List<Detection> detections) {

    private static final int DETECTIONS = 8;

    /** A scene of eight detections that differs from number to number. */
    static Scene number(long number) {
        List<Detection> detections = new ArrayList<>(DETECTIONS);
        for (int i = 0; i < DETECTIONS; i++) {
            detections.add(Detection.number(number * DETECTIONS + i));
        }
        return new Scene("front door", detections);
    }
}
