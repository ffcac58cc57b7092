package io.github.reactorshm.examples.webflux.camera;

import java.nio.file.Path;
import java.time.Duration;

import io.github.reactorshm.examples.video.media.VideoException;
import io.github.reactorshm.examples.video.media.VideoFile;
import org.bytedeco.ffmpeg.avutil.AVFrame;
import reactor.core.publisher.Flux;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * A video that begins again behind its last picture, decoded at a fixed rate by one thread. Decoding blocks, so this thread may. What
 * nobody asks for is not decoded: like a camera whose shutter stays shut.
 */
final class LoopedVideo {

    private static final int KEEP_SECONDS = 60;

    private final Scheduler thread;
    private final VideoFile video;

    private LoopedVideo(Scheduler thread, VideoFile video) {
        this.thread = thread;
        this.video = video;
    }

    /** Opens a file, which may be deleted from then on. Blocks. */
    static LoopedVideo open(String name, Path file) {
        return new LoopedVideo(Schedulers.newBoundedElastic(1, Integer.MAX_VALUE, name, KEEP_SECONDS, true),
                VideoFile.open(file));
    }

    int width() {
        return video.width();
    }

    int height() {
        return video.height();
    }

    /** The pictures, each one valid until its {@code onNext} returns; at most so many a second. */
    Flux<AVFrame> pictures(int rate) {
        return Flux.interval(Duration.ofNanos(Duration.ofSeconds(1).toNanos() / rate)).onBackpressureDrop()
                .publishOn(thread, 1).map(tick -> next());
    }

    private AVFrame next() {
        AVFrame picture = video.next();
        if (picture == null) {
            video.rewind();
            picture = video.next();
        }
        if (picture == null) {
            throw new VideoException("the video has no picture after its beginning was sought");
        }
        return picture;
    }
}
