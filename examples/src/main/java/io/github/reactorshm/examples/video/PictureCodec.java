package io.github.reactorshm.examples.video;

import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.zip.CRC32C;

import io.github.reactorshm.ShmCodec;
import io.github.reactorshm.ShmFrame;
import io.github.reactorshm.examples.video.media.PictureFormat;
import io.github.reactorshm.examples.video.media.PictureScaler;
import org.bytedeco.ffmpeg.avutil.AVFrame;

/**
 * Scales a decoded picture straight into a slot; the frame's tag is a checksum over the slot's bytes.
 *
 * <p>Not for several threads: like the sink, it is driven by one source at a time.
 */
public final class PictureCodec implements ShmCodec<AVFrame> {

    private final PictureFormat format;
    private final PictureScaler scaler;
    private final Map<String, String> attributes;
    private final CRC32C checksum = new CRC32C();

    public PictureCodec(PictureFormat format, PictureScaler scaler, Map<String, String> attributes) {
        this.format = format;
        this.scaler = scaler;
        this.attributes = attributes;
    }

    @Override
    public String contentType() {
        return PictureFormat.CONTENT_TYPE;
    }

    @Override
    public Map<String, String> attributes() {
        return attributes;
    }

    @Override
    public long slotSize() {
        return format.byteSize();
    }

    @Override
    public long encode(AVFrame picture, MemorySegment slot) {
        scaler.scale(picture, slot);
        MemorySegment bytes = slot.asSlice(0, format.byteSize());
        checksum.reset();
        checksum.update(bytes.asByteBuffer());
        return bytes.byteSize();
    }

    @Override
    public long tag(AVFrame picture) {
        return checksum.getValue();
    }

    /** A viewer reads the frames where they lie: there is no way back to FFmpeg's own pictures. */
    @Override
    public AVFrame decode(ShmFrame frame) {
        throw new UnsupportedOperationException("pictures are read as frames, without a copy");
    }
}
