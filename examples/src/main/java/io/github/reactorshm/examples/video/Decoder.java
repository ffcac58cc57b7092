package io.github.reactorshm.examples.video;

import java.nio.file.Path;
import java.util.Objects;

import io.github.reactorshm.examples.video.media.PictureFormat;
import io.github.reactorshm.examples.video.media.PictureScaler;
import io.github.reactorshm.examples.video.media.VideoFile;
import org.bytedeco.ffmpeg.avutil.AVFrame;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * A video file and the one thread that decodes it.
 *
 * <p>Decoding blocks, and a sink asks for pictures on a thread that must not: so the source sits behind {@code subscribeOn}
 * of an elastic scheduler. Its only thread also opens and frees FFmpeg's memory, which is never freed while it is used.
 */
final class Decoder implements AutoCloseable {

    private final Scheduler thread;
    private final VideoFile video;
    private final PictureFormat format;
    private final PictureScaler scaler;

    private Decoder(Scheduler thread, VideoFile video, int width, int height) {
        this.thread = thread;
        this.video = video;
        this.format = PictureFormat.of(width, height);
        this.scaler = new PictureScaler(format);
    }

    /** Opens a file; the pictures are scaled to the given size where one is given. */
    static Decoder open(Path file, @Nullable Integer width, @Nullable Integer height) {
        Scheduler thread = Schedulers.newBoundedElastic(1, Integer.MAX_VALUE, "decoder", 60, true);
        boolean opened = false;
        try {
            Decoder decoder = Mono.fromCallable(() -> open(thread, file, width, height)).subscribeOn(thread).block();
            opened = true;
            return Objects.requireNonNull(decoder);
        } finally {
            if (!opened) {
                thread.dispose();
            }
        }
    }

    private static Decoder open(Scheduler thread, Path file, @Nullable Integer width, @Nullable Integer height) {
        VideoFile video = VideoFile.open(file);
        try {
            return new Decoder(thread, video, width != null ? width : video.width(),
                    height != null ? height : video.height());
        } catch (RuntimeException e) {
            video.close();
            throw e;
        }
    }

    PictureFormat format() {
        return format;
    }

    /** Writes pictures of {@link #pictures} into slots. */
    PictureScaler scaler() {
        return scaler;
    }

    long damagedPackets() {
        return video.damagedPackets();
    }

    /** The file's pictures, to be subscribed to once; each one is valid until its {@code onNext} returns. */
    Flux<AVFrame> pictures(long limit) {
        return Flux.<AVFrame, Long>generate(() -> 0L, (sent, sink) -> {
            AVFrame picture = sent < limit ? video.next() : null;
            if (picture == null) {
                sink.complete();
            } else {
                sink.next(picture);
            }
            return sent + 1;
        }).subscribeOn(thread);
    }

    /** Frees the decoder behind whatever its thread is still doing; waits for it. */
    @Override
    public void close() {
        Mono.fromRunnable(() -> {
            scaler.close();
            video.close();
        }).subscribeOn(thread).block();
        thread.dispose();
    }
}
