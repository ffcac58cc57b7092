package io.github.reactorshm.examples.video;

import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

import javax.imageio.ImageIO;

/** Draws thumbnails side by side with their numbers, as a PNG file. */
final class ContactSheet {

    /** Thumbnails on a full sheet. */
    static final int PICTURES = 12;

    private static final int COLUMNS = 4;
    private static final int MARGIN = 16;
    private static final int CAPTION = 26;
    private static final int CAPTION_BASELINE = 18;
    private static final int FONT_SIZE = 15;
    private static final Color PAPER = new Color(0x20, 0x22, 0x26);
    private static final Color INK = new Color(0xE6, 0xE6, 0xE6);

    private ContactSheet() {}

    /** Writes the sheet. */
    static void write(List<Thumbnail> thumbnails, Path file) throws IOException {
        int columns = Math.min(COLUMNS, thumbnails.size());
        int rows = Math.ceilDiv(thumbnails.size(), COLUMNS);
        int cellWidth = thumbnails.getFirst().image().getWidth();
        int cellHeight = thumbnails.getFirst().image().getHeight() + CAPTION;
        BufferedImage sheet = new BufferedImage(columns * (cellWidth + MARGIN) + MARGIN,
                rows * (cellHeight + MARGIN) + MARGIN, BufferedImage.TYPE_INT_RGB);
        Graphics2D pen = sheet.createGraphics();
        try {
            pen.setRenderingHint(RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
            pen.setColor(PAPER);
            pen.fillRect(0, 0, sheet.getWidth(), sheet.getHeight());
            pen.setColor(INK);
            pen.setFont(new Font(Font.SANS_SERIF, Font.PLAIN, FONT_SIZE));
            for (int i = 0; i < thumbnails.size(); i++) {
                Thumbnail thumbnail = thumbnails.get(i);
                int x = MARGIN + i % COLUMNS * (cellWidth + MARGIN);
                int y = MARGIN + i / COLUMNS * (cellHeight + MARGIN);
                pen.drawImage(thumbnail.image(), x, y, null);
                pen.drawString("picture " + thumbnail.number(), x,
                        y + thumbnail.image().getHeight() + CAPTION_BASELINE);
            }
        } finally {
            pen.dispose();
        }
        if (!ImageIO.write(sheet, "png", file.toFile())) {
            throw new IOException("this Java has no PNG writer");
        }
    }
}
