package io.github.reactorshm.examples.objects;

/**
 * What a detector has found in a picture: of a fixed layout, for either codec.
 *
 * @param picture number of the picture
 * @param left side of the box around it, in pixels, as the other sides
 * @param confidence from 0 to 1
 * @param kind number of the class
 * @param tracked whether it was in the picture before
 */
record Detection(long picture, float left, float top, float right, float bottom, float confidence, int kind,
        boolean tracked) {

    /** A detection that differs from number to number. */
    static Detection number(long number) {
        float x = number % 1920;
        float y = number % 1080;
        return new Detection(number, x, y, x + 64, y + 48, (number % 100) / 100f, (int) (number % 80), number % 2 == 0);
    }
}
