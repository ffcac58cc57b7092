package io.github.reactorshm.examples.webflux.camera;

import java.nio.file.Path;
import java.time.Duration;

import io.github.reactorshm.error.ShmCancelledException;
import io.github.reactorshm.examples.program.ChannelOptions;
import io.github.reactorshm.examples.program.Console;
import io.github.reactorshm.examples.video.PictureCodec;
import io.github.reactorshm.examples.video.media.JpegEncoder;
import io.github.reactorshm.examples.video.media.PictureFormat;
import io.github.reactorshm.examples.video.media.PictureScaler;
import io.github.reactorshm.examples.webflux.CameraChannels;
import org.bytedeco.ffmpeg.avutil.AVFrame;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Three channels: what one's subscribers ask for paces that one alone, so a paused raw subscription stops no viewer. */
final class Camera {

    private static final int JPEG_QUALITY = 4;
    private static final Duration COUNTS_EVERY = Duration.ofMillis(100);

    private final ChannelOptions options;
    private final CameraChannels channels;
    private final PictureChannel jpeg;
    private final PictureChannel raw;

    private Camera(ChannelOptions options, PictureChannel jpeg, PictureChannel raw) {
        this.options = options;
        this.channels = CameraChannels.of(options.name());
        this.jpeg = jpeg;
        this.raw = raw;
    }

    /** Opens the video, once for each channel of pictures. Blocks; the file may be deleted from then on. */
    static Camera open(ChannelOptions options, Path file, int rate, int slots) {
        CameraChannels channels = CameraChannels.of(options.name());
        LoopedVideo forJpeg = LoopedVideo.open("jpeg", file);
        LoopedVideo forRaw = LoopedVideo.open("raw", file);
        PictureFormat format = PictureFormat.of(forRaw.width(), forRaw.height());
        return new Camera(options,
                new PictureChannel(options.<AVFrame>sink(channels.jpeg()).slots(slots)
                        .codec(new JpegCodec(new JpegEncoder(forJpeg.width(), forJpeg.height(), JPEG_QUALITY))),
                        forJpeg.pictures(rate)),
                new PictureChannel(options.<AVFrame>sink(channels.raw()).slots(slots)
                        .codec(new PictureCodec(format, new PictureScaler(format), format.attributes())),
                        forRaw.pictures(rate)));
    }

    /** Publishes until a channel fails, or this process is told to end, which closes them. */
    void run() {
        Console.say("camera", "process " + ProcessHandle.current().pid() + " publishes on " + channels.jpeg() + " and "
                + channels.raw());
        Mono.when(jpeg.run(), raw.run(), counts()).onErrorComplete(ShmCancelledException.class).block();
    }

    private Mono<Void> counts() {
        long pid = ProcessHandle.current().pid();
        return options.<CameraCounts>sink(channels.counts()).codec(CameraCounts.codec()).keepOpen()
                .send(Flux.interval(COUNTS_EVERY).onBackpressureDrop()
                        .map(tick -> new CameraCounts(pid, jpeg.counts(), raw.counts())));
    }
}
