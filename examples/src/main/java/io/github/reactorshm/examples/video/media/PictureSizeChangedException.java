package io.github.reactorshm.examples.video.media;

/** A picture in the middle of a file has another size than the first one, for which the channel's slots were made. */
public final class PictureSizeChangedException extends VideoException {

    private final int expectedWidth;
    private final int expectedHeight;
    private final int foundWidth;
    private final int foundHeight;

    PictureSizeChangedException(long picture, int expectedWidth, int expectedHeight, int foundWidth, int foundHeight) {
        super("picture " + picture + " is " + foundWidth + "x" + foundHeight + ", but the video began with "
                + expectedWidth + "x" + expectedHeight + " and the channel carries one size only: split the file there,"
                + " or encode it anew at one size");
        this.expectedWidth = expectedWidth;
        this.expectedHeight = expectedHeight;
        this.foundWidth = foundWidth;
        this.foundHeight = foundHeight;
    }

    /** Width of the first picture in pixels. */
    public int getExpectedWidth() {
        return expectedWidth;
    }

    /** Height of the first picture in pixels. */
    public int getExpectedHeight() {
        return expectedHeight;
    }

    /** Width of the picture that differs, in pixels. */
    public int getFoundWidth() {
        return foundWidth;
    }

    /** Height of the picture that differs, in pixels. */
    public int getFoundHeight() {
        return foundHeight;
    }
}
