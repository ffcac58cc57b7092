package io.github.reactorshm.examples.webflux;

/**
 * The channels of one camera.
 *
 * @param jpeg carries JPEG pictures, of which a viewer wants the newest
 * @param raw carries the same pictures raw; who computes with them wants each one
 * @param counts carries what the camera counts
 */
public record CameraChannels(String jpeg, String raw, String counts) {

    /** The channels of a camera of this name. */
    public static CameraChannels of(String camera) {
        return new CameraChannels(camera, camera + "-raw", camera + "-counts");
    }

    /** The longest of the names that are made from this one. */
    public static String longest(String camera) {
        return of(camera).counts();
    }
}
