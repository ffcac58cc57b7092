package io.github.reactorshm.examples.video.media;

import java.lang.foreign.MemorySegment;

import org.bytedeco.ffmpeg.avcodec.AVCodec;
import org.bytedeco.ffmpeg.avcodec.AVCodecContext;
import org.bytedeco.ffmpeg.avcodec.AVPacket;
import org.bytedeco.ffmpeg.avutil.AVDictionary;
import org.bytedeco.ffmpeg.avutil.AVFrame;
import org.bytedeco.ffmpeg.swscale.SwsContext;
import org.bytedeco.javacpp.DoublePointer;
import org.jspecify.annotations.Nullable;

import static org.bytedeco.ffmpeg.global.avcodec.AV_CODEC_FLAG_QSCALE;
import static org.bytedeco.ffmpeg.global.avcodec.AV_CODEC_ID_MJPEG;
import static org.bytedeco.ffmpeg.global.avcodec.av_packet_alloc;
import static org.bytedeco.ffmpeg.global.avcodec.av_packet_free;
import static org.bytedeco.ffmpeg.global.avcodec.av_packet_unref;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_alloc_context3;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_find_encoder;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_free_context;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_open2;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_receive_packet;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_send_frame;
import static org.bytedeco.ffmpeg.global.avutil.AVCOL_RANGE_JPEG;
import static org.bytedeco.ffmpeg.global.avutil.AV_PIX_FMT_YUVJ420P;
import static org.bytedeco.ffmpeg.global.avutil.FF_QP2LAMBDA;
import static org.bytedeco.ffmpeg.global.avutil.av_frame_alloc;
import static org.bytedeco.ffmpeg.global.avutil.av_frame_free;
import static org.bytedeco.ffmpeg.global.avutil.av_frame_get_buffer;
import static org.bytedeco.ffmpeg.global.avutil.av_frame_make_writable;
import static org.bytedeco.ffmpeg.global.avutil.av_make_q;
import static org.bytedeco.ffmpeg.global.swscale.SWS_BILINEAR;
import static org.bytedeco.ffmpeg.global.swscale.sws_freeContext;
import static org.bytedeco.ffmpeg.global.swscale.sws_getCachedContext;
import static org.bytedeco.ffmpeg.global.swscale.sws_scale;

/** Encodes decoded pictures as JPEG, each for itself. Used by one thread at a time. */
public final class JpegEncoder implements AutoCloseable {

    private final int width;
    private final int height;
    private final AVCodecContext encoder;
    private final AVPacket packet = FFmpeg.present(av_packet_alloc(), "no memory for a packet");
    private final AVFrame full = FFmpeg.present(av_frame_alloc(), "no memory for a picture");
    private @Nullable SwsContext scaler;
    private long pictures;

    /**
     * Opens an encoder.
     *
     * @param quality from 2, the best, to 31
     */
    public JpegEncoder(int width, int height, int quality) {
        FFmpeg.load();
        this.width = width;
        this.height = height;
        AVCodec codec = FFmpeg.present(avcodec_find_encoder(AV_CODEC_ID_MJPEG), "this FFmpeg has no encoder for JPEG");
        encoder = FFmpeg.present(avcodec_alloc_context3(codec), "no memory for an encoder");
        boolean ready = false;
        try {
            encoder.width(width).height(height).pix_fmt(AV_PIX_FMT_YUVJ420P).time_base(av_make_q(1, 1));
            encoder.color_range(AVCOL_RANGE_JPEG);
            encoder.flags(encoder.flags() | AV_CODEC_FLAG_QSCALE);
            encoder.global_quality(FF_QP2LAMBDA * quality);
            encoder.thread_count(1);
            FFmpeg.check(avcodec_open2(encoder, codec, (AVDictionary) null),
                    "cannot encode JPEG of " + width + "x" + height + " pixels");
            full.width(width).height(height).format(AV_PIX_FMT_YUVJ420P).color_range(AVCOL_RANGE_JPEG);
            full.quality(FF_QP2LAMBDA * quality);
            FFmpeg.check(av_frame_get_buffer(full, 0), "no memory for a picture");
            ready = true;
        } finally {
            if (!ready) {
                close();
            }
        }
    }

    /**
     * Encodes a picture to the beginning of {@code target}.
     *
     * @return the number of bytes
     */
    public long encode(AVFrame picture, MemorySegment target) {
        FFmpeg.check(av_frame_make_writable(full), "no memory for a picture");
        SwsContext context = FFmpeg.present(sws_getCachedContext(scaler, picture.width(), picture.height(),
                picture.format(), width, height, AV_PIX_FMT_YUVJ420P, SWS_BILINEAR, null, null, (DoublePointer) null),
                "FFmpeg cannot convert the picture for JPEG");
        scaler = context;
        sws_scale(context, picture.data(), picture.linesize(), 0, picture.height(), full.data(), full.linesize());
        full.pts(pictures++);
        FFmpeg.check(avcodec_send_frame(encoder, full), "cannot encode JPEG picture " + pictures);
        FFmpeg.check(avcodec_receive_packet(encoder, packet), "cannot encode JPEG picture " + pictures);
        try {
            int size = packet.size();
            if (size > target.byteSize()) {
                throw new VideoException("JPEG picture " + pictures + " has " + size + " bytes, a slot has "
                        + target.byteSize() + ": choose a lower quality or larger slots");
            }
            target.asByteBuffer().put(packet.data().capacity(size).asByteBuffer());
            return size;
        } finally {
            av_packet_unref(packet);
        }
    }

    @Override
    public void close() {
        av_packet_free(packet);
        av_frame_free(full);
        avcodec_free_context(encoder);
        if (scaler != null) {
            sws_freeContext(scaler);
            scaler = null;
        }
    }
}
