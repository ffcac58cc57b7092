package io.github.reactorshm.examples.video;

import java.lang.foreign.MemorySegment;
import java.util.function.Function;
import java.util.zip.CRC32C;

import io.github.reactorshm.ShmFrame;
import io.github.reactorshm.examples.video.media.PictureFormat;
import io.github.reactorshm.examples.video.media.VideoException;

/**
 * Reads a picture where it lies, in the slot. Runs for several frames at once: it compares a picture with nothing but its own
 * checksum.
 */
final class PictureInspector implements Function<ShmFrame, InspectedPicture> {

    private final ThumbnailShelf shelf;

    PictureInspector(ThumbnailShelf shelf) {
        this.shelf = shelf;
    }

    @Override
    public InspectedPicture apply(ShmFrame frame) {
        long age = System.nanoTime() - frame.publishedNanos();
        PictureFormat format = PictureFormat.of(frame.info().attributes());
        if (frame.length() != format.byteSize()) {
            throw new VideoException("picture " + frame.sequence() + " has " + frame.length() + " bytes, but "
                    + format.width() + "x" + format.height() + " pixels take " + format.byteSize());
        }
        CRC32C checksum = new CRC32C();
        checksum.update(frame.buffer());
        MemorySegment picture = frame.segment();
        Thumbnail thumbnail = shelf.wants(frame.sequence()) ? Thumbnail.of(frame.sequence(), picture, format) : null;
        return new InspectedPicture(frame.info(), frame.sequence(), age, checksum.getValue() != frame.tag(),
                LumaGrid.of(picture, format), thumbnail);
    }
}
