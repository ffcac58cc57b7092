package io.github.reactorshm.examples.video.media;

import java.nio.file.Path;

import org.bytedeco.ffmpeg.avcodec.AVCodec;
import org.bytedeco.ffmpeg.avcodec.AVCodecContext;
import org.bytedeco.ffmpeg.avcodec.AVPacket;
import org.bytedeco.ffmpeg.avformat.AVFormatContext;
import org.bytedeco.ffmpeg.avformat.AVIOContext;
import org.bytedeco.ffmpeg.avformat.AVOutputFormat;
import org.bytedeco.ffmpeg.avformat.AVStream;
import org.bytedeco.ffmpeg.avutil.AVDictionary;
import org.bytedeco.ffmpeg.avutil.AVFrame;
import org.bytedeco.ffmpeg.avutil.AVRational;
import org.jspecify.annotations.Nullable;

import static org.bytedeco.ffmpeg.global.avcodec.AV_CODEC_FLAG_GLOBAL_HEADER;
import static org.bytedeco.ffmpeg.global.avcodec.av_packet_alloc;
import static org.bytedeco.ffmpeg.global.avcodec.av_packet_free;
import static org.bytedeco.ffmpeg.global.avcodec.av_packet_rescale_ts;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_alloc_context3;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_find_encoder;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_free_context;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_get_name;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_open2;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_parameters_from_context;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_receive_packet;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_send_frame;
import static org.bytedeco.ffmpeg.global.avformat.AVFMT_GLOBALHEADER;
import static org.bytedeco.ffmpeg.global.avformat.AVIO_FLAG_WRITE;
import static org.bytedeco.ffmpeg.global.avformat.av_interleaved_write_frame;
import static org.bytedeco.ffmpeg.global.avformat.av_write_trailer;
import static org.bytedeco.ffmpeg.global.avformat.avformat_alloc_output_context2;
import static org.bytedeco.ffmpeg.global.avformat.avformat_free_context;
import static org.bytedeco.ffmpeg.global.avformat.avformat_new_stream;
import static org.bytedeco.ffmpeg.global.avformat.avformat_write_header;
import static org.bytedeco.ffmpeg.global.avformat.avio_closep;
import static org.bytedeco.ffmpeg.global.avformat.avio_open;
import static org.bytedeco.ffmpeg.global.avutil.AVERROR_EAGAIN;
import static org.bytedeco.ffmpeg.global.avutil.AVERROR_EOF;
import static org.bytedeco.ffmpeg.global.avutil.AV_PICTURE_TYPE_NONE;
import static org.bytedeco.ffmpeg.global.avutil.AV_PIX_FMT_YUV420P;
import static org.bytedeco.ffmpeg.global.avutil.av_make_q;

/** Encodes pictures into a new video file; the ending of the file's name chooses the container. */
final class ClipWriter implements AutoCloseable {

    private static final int BITS_PER_PIXEL_AND_PICTURE_INVERSE = 8;
    private static final int PICTURES_PER_GROUP = 60;

    private final Path file;
    private final AVPacket packet = av_packet_alloc();
    private final AVRational tick;

    private AVFormatContext output = new AVFormatContext(null);
    private AVCodecContext encoder;
    private AVStream stream;
    private long pictures;

    /**
     * Creates the file and writes its header.
     *
     * @param codec FFmpeg's id of the codec, such as {@code AV_CODEC_ID_H264}
     */
    ClipWriter(Path file, int codec, int width, int height, int rate) {
        FFmpeg.load();
        this.file = file;
        tick = av_make_q(1, rate);
        AVCodec found = FFmpeg.present(avcodec_find_encoder(codec),
                "this FFmpeg has no encoder for " + avcodec_get_name(codec).getString());
        encoder = FFmpeg.present(avcodec_alloc_context3(found), "no memory for an encoder");
        boolean ready = false;
        try {
            FFmpeg.check(avformat_alloc_output_context2(output, (AVOutputFormat) null, null, FFmpeg.url(file)),
                    "cannot tell a container from the name " + file);
            openEncoder(found, width, height, rate);
            stream = openStream();
            ready = true;
        } finally {
            if (!ready) {
                close();
            }
        }
    }

    /** Encodes one picture. */
    void write(AVFrame picture) {
        picture.pts(pictures++);
        picture.pict_type(AV_PICTURE_TYPE_NONE);
        encode(picture);
    }

    /** Encodes what is under way and writes the file's end. */
    void finish() {
        encode(null);
        FFmpeg.check(av_write_trailer(output), "cannot finish " + file);
    }

    @Override
    public void close() {
        av_packet_free(packet);
        avcodec_free_context(encoder);
        if (!output.isNull()) {
            AVIOContext io = output.pb();
            if (io != null) {
                avio_closep(io);
                output.pb(null);
            }
            avformat_free_context(output);
            output.setNull();
        }
    }

    private void openEncoder(AVCodec codec, int width, int height, int rate) {
        encoder.width(width);
        encoder.height(height);
        encoder.pix_fmt(AV_PIX_FMT_YUV420P);
        encoder.time_base(tick);
        encoder.framerate(av_make_q(rate, 1));
        encoder.gop_size(PICTURES_PER_GROUP);
        encoder.max_b_frames(0);
        encoder.thread_count(0);
        encoder.bit_rate((long) width * height * rate / BITS_PER_PIXEL_AND_PICTURE_INVERSE);
        if ((output.oformat().flags() & AVFMT_GLOBALHEADER) != 0) {
            encoder.flags(encoder.flags() | AV_CODEC_FLAG_GLOBAL_HEADER);
        }
        FFmpeg.check(avcodec_open2(encoder, codec, (AVDictionary) null),
                "cannot encode " + codec.name().getString() + " at " + width + "x" + height);
    }

    private AVStream openStream() {
        AVStream made = FFmpeg.present(avformat_new_stream(output, null), "no memory for a stream");
        made.time_base(tick);
        FFmpeg.check(avcodec_parameters_from_context(made.codecpar(), encoder), "cannot set up " + file);
        AVIOContext io = new AVIOContext(null);
        FFmpeg.check(avio_open(io, FFmpeg.url(file), AVIO_FLAG_WRITE), "cannot write " + file);
        output.pb(io);
        FFmpeg.check(avformat_write_header(output, (AVDictionary) null), "cannot write " + file);
        return made;
    }

    private void encode(@Nullable AVFrame picture) {
        FFmpeg.check(avcodec_send_frame(encoder, picture), "cannot encode picture " + pictures);
        while (true) {
            int result = avcodec_receive_packet(encoder, packet);
            if (result == AVERROR_EAGAIN() || result == AVERROR_EOF) {
                return;
            }
            FFmpeg.check(result, "cannot encode picture " + pictures);
            // Without it the last picture of an MP4 lasts no time at all, and the only one is skipped by players.
            packet.duration(1);
            av_packet_rescale_ts(packet, tick, stream.time_base());
            packet.stream_index(stream.index());
            // Takes the packet's content over, also when it fails.
            FFmpeg.check(av_interleaved_write_frame(output, packet), "cannot write " + file);
        }
    }
}
