package io.github.reactorshm.examples.video.media;

import java.nio.file.Path;

import org.bytedeco.ffmpeg.avcodec.AVCodec;
import org.bytedeco.ffmpeg.avcodec.AVCodecContext;
import org.bytedeco.ffmpeg.avcodec.AVPacket;
import org.bytedeco.ffmpeg.avformat.AVFormatContext;
import org.bytedeco.ffmpeg.avformat.AVStream;
import org.bytedeco.ffmpeg.avutil.AVDictionary;
import org.bytedeco.ffmpeg.avutil.AVFrame;
import org.jspecify.annotations.Nullable;

import static org.bytedeco.ffmpeg.global.avcodec.av_packet_alloc;
import static org.bytedeco.ffmpeg.global.avcodec.av_packet_free;
import static org.bytedeco.ffmpeg.global.avcodec.av_packet_unref;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_alloc_context3;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_find_decoder;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_flush_buffers;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_free_context;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_open2;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_parameters_to_context;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_receive_frame;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_send_packet;
import static org.bytedeco.ffmpeg.global.avformat.AVSEEK_FLAG_BACKWARD;
import static org.bytedeco.ffmpeg.global.avformat.av_find_best_stream;
import static org.bytedeco.ffmpeg.global.avformat.av_read_frame;
import static org.bytedeco.ffmpeg.global.avformat.av_seek_frame;
import static org.bytedeco.ffmpeg.global.avformat.avformat_alloc_context;
import static org.bytedeco.ffmpeg.global.avformat.avformat_close_input;
import static org.bytedeco.ffmpeg.global.avformat.avformat_find_stream_info;
import static org.bytedeco.ffmpeg.global.avformat.avformat_open_input;
import static org.bytedeco.ffmpeg.global.avutil.AVERROR_EAGAIN;
import static org.bytedeco.ffmpeg.global.avutil.AVERROR_EOF;
import static org.bytedeco.ffmpeg.global.avutil.AVERROR_INVALIDDATA;
import static org.bytedeco.ffmpeg.global.avutil.AVMEDIA_TYPE_VIDEO;
import static org.bytedeco.ffmpeg.global.avutil.av_frame_alloc;
import static org.bytedeco.ffmpeg.global.avutil.av_frame_free;

/**
 * The pictures of a video file, decoded one after the other into native memory that FFmpeg owns.
 *
 * <p>Used by one thread at a time. Every method may block: on the disk and on the decoder.
 */
public final class VideoFile implements AutoCloseable {

    private final Path file;
    private final AVPacket packet;
    private final AVFrame frame;
    private final int width;
    private final int height;

    private AVFormatContext input;
    private AVCodecContext decoder;
    private int stream;
    private boolean firstPending;
    private long pictures;
    private long damagedPackets;
    private boolean closed;

    private VideoFile(Path file) {
        this.file = file;
        FFmpeg.load();
        packet = av_packet_alloc();
        frame = av_frame_alloc();
        decoder = avcodec_alloc_context3(null);
        input = avformat_alloc_context();
        boolean opened = false;
        try {
            openInput();
            openDecoder();
            if (!decode()) {
                throw new VideoException(file + " holds no picture that can be decoded");
            }
            firstPending = true;
            width = frame.width();
            height = frame.height();
            opened = true;
        } finally {
            if (!opened) {
                close();
            }
        }
    }

    /** Opens a file and decodes its first picture, which tells the size of all. */
    public static VideoFile open(Path file) {
        return new VideoFile(file);
    }

    /** Width of every picture in pixels. */
    public int width() {
        return width;
    }

    /** Height of every picture in pixels. */
    public int height() {
        return height;
    }

    /** Packets that the decoder refused and that were skipped: the file is damaged, or begins between key pictures. */
    public long damagedPackets() {
        return damagedPackets;
    }

    /**
     * Decodes the next picture.
     *
     * @return the picture, valid until the next call and until close, or null behind the last one
     * @throws PictureSizeChangedException if it has another size than the first
     */
    public @Nullable AVFrame next() {
        if (!firstPending && !decode()) {
            return null;
        }
        firstPending = false;
        pictures++;
        if (frame.width() != width || frame.height() != height) {
            throw new PictureSizeChangedException(pictures, width, height, frame.width(), frame.height());
        }
        return frame;
    }

    /** Goes back to the first picture. */
    public void rewind() {
        FFmpeg.check(av_seek_frame(input, stream, 0, AVSEEK_FLAG_BACKWARD), "cannot go back in " + file);
        avcodec_flush_buffers(decoder);
        firstPending = false;
        pictures = 0;
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        av_frame_free(frame);
        av_packet_free(packet);
        avcodec_free_context(decoder);
        avformat_close_input(input);
    }

    private void openInput() {
        // On failure FFmpeg frees the context itself and sets the pointer to null, which close() may see.
        FFmpeg.check(avformat_open_input(input, FFmpeg.url(file), null, (AVDictionary) null), "cannot open " + file);
        int found = avformat_find_stream_info(input, (AVDictionary) null);
        // A very short file can end before FFmpeg knows all about its streams; they may be decodable all the same.
        if (input.nb_streams() == 0) {
            FFmpeg.check(found, "cannot read " + file);
        }
    }

    private void openDecoder() {
        stream = av_find_best_stream(input, AVMEDIA_TYPE_VIDEO, -1, -1, (AVCodec) null, 0);
        if (stream < 0) {
            throw new VideoException(file + " holds no video stream");
        }
        AVStream video = input.streams(stream);
        AVCodec codec = FFmpeg.present(avcodec_find_decoder(video.codecpar().codec_id()),
                "this FFmpeg has no decoder for the video in " + file);
        FFmpeg.check(avcodec_parameters_to_context(decoder, video.codecpar()), "cannot set up the decoder for " + file);
        decoder.pkt_timebase(video.time_base());
        // 0 lets FFmpeg take as many threads as there are processors.
        decoder.thread_count(0);
        FFmpeg.check(avcodec_open2(decoder, codec, (AVDictionary) null), "cannot open the decoder for " + file);
    }

    private boolean decode() {
        while (true) {
            int result = avcodec_receive_frame(decoder, frame);
            if (result >= 0) {
                return true;
            }
            if (result == AVERROR_EOF) {
                return false;
            }
            if (result == AVERROR_INVALIDDATA) {
                damagedPackets++;
            } else if (result == AVERROR_EAGAIN()) {
                feed();
            } else {
                FFmpeg.check(result, "cannot decode picture " + (pictures + 1) + " of " + file);
            }
        }
    }

    private void feed() {
        int read = av_read_frame(input, packet);
        if (read == AVERROR_EOF) {
            FFmpeg.check(avcodec_send_packet(decoder, null), "cannot drain the decoder for " + file);
            return;
        }
        FFmpeg.check(read, "cannot read on in " + file + " behind picture " + pictures);
        try {
            if (packet.stream_index() == stream) {
                int sent = avcodec_send_packet(decoder, packet);
                if (sent == AVERROR_INVALIDDATA) {
                    damagedPackets++;
                } else {
                    FFmpeg.check(sent, "cannot decode picture " + (pictures + 1) + " of " + file);
                }
            }
        } finally {
            av_packet_unref(packet);
        }
    }
}
