package io.github.reactorshm.examples.webflux.camera;

import java.lang.foreign.MemorySegment;

import io.github.reactorshm.ShmCodec;
import io.github.reactorshm.ShmFrame;
import io.github.reactorshm.examples.video.media.JpegEncoder;
import org.bytedeco.ffmpeg.avutil.AVFrame;

/** Encodes a picture as JPEG into a slot. Driven by one source at a time. */
final class JpegCodec implements ShmCodec<AVFrame> {

    /** About five times what a busy picture of 1280x720 pixels takes. */
    private static final long SLOT_SIZE = 1 << 20;

    private final JpegEncoder encoder;

    JpegCodec(JpegEncoder encoder) {
        this.encoder = encoder;
    }

    @Override
    public String contentType() {
        return "image/jpeg";
    }

    @Override
    public long slotSize() {
        return SLOT_SIZE;
    }

    @Override
    public long encode(AVFrame picture, MemorySegment slot) {
        return encoder.encode(picture, slot);
    }

    /** A browser decodes them. */
    @Override
    public AVFrame decode(ShmFrame frame) {
        throw new UnsupportedOperationException("pictures are read as frames, without a copy");
    }
}
