package io.github.reactorshm.examples.video;

import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;

import io.github.reactorshm.examples.video.media.VideoException;

/** The fonts that captions need: a bare container has none, and Java notices it late and with an unclear error. */
final class Fonts {

    private Fonts() {}

    /** Fails where no text can be drawn. */
    @SuppressWarnings("ErrorNotRethrown") // Without fonts Java throws a plain Error where it means "not here".
    static void check() {
        Graphics2D pen = new BufferedImage(1, 1, BufferedImage.TYPE_INT_RGB).createGraphics();
        try {
            pen.getFontMetrics(new Font(Font.SANS_SERIF, Font.PLAIN, 1)).stringWidth("x");
        } catch (RuntimeException | Error e) {
            throw new VideoException("Java finds no font for the captions of the pictures: install one, on Debian the"
                    + " packages fontconfig and fonts-dejavu-core (" + e.getMessage() + ")", e);
        } finally {
            pen.dispose();
        }
    }
}
