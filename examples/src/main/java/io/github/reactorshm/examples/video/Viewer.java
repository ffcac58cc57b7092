package io.github.reactorshm.examples.video;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import io.github.reactorshm.ShmFrames;
import io.github.reactorshm.examples.program.Age;
import io.github.reactorshm.examples.program.ChannelOptions;
import io.github.reactorshm.examples.program.Console;
import io.github.reactorshm.examples.program.CpuTime;
import io.github.reactorshm.examples.program.Json;
import io.github.reactorshm.examples.program.Rate;
import io.github.reactorshm.examples.video.media.PictureFormat;
import io.github.reactorshm.examples.video.media.VideoException;
import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;
import reactor.core.scheduler.Schedulers;

/** Watches the pictures of a channel, then receives the frames of the copy measurement. */
final class Viewer {

    private static final String NAME = "viewer";
    /** The camera may have a test pattern to encode first. */
    private static final Duration CONNECT_TIMEOUT = Duration.ofMinutes(2);
    private static final int CONCURRENCY = 2;
    private static final double MICROS_PER_MILLI = 1000;

    private final ChannelOptions channel;
    private final Path out;
    private final ThumbnailShelf shelf = new ThumbnailShelf(ContactSheet.PICTURES);
    private final MotionMeter meter = new MotionMeter();

    Viewer(ChannelOptions channel, Path out) {
        this.channel = channel;
        this.out = out;
    }

    /** Blocks until the camera has ended. */
    ViewerReport run() throws IOException {
        CpuTime cpu = new CpuTime();
        Map<String, String> attributes = watch().channel().attributes();
        double cpuMsPerFrame = cpu.millisPerFrame(meter.frames().received());
        Path sheet = out.resolve("contact-sheet.png");
        Path chart = out.resolve("motion.png");
        Files.createDirectories(out);
        ContactSheet.write(shelf.chosen(), sheet);
        MotionChart.write(meter.numbers(), meter.motion(), chart);
        PictureFormat format = PictureFormat.of(attributes);
        return new ViewerReport(meter.frames().received(), meter.frames().lost(), meter.frames().torn(),
                Json.rounded(meter.frames().fps()), meter.frames().age(),
                Json.rounded(cpuMsPerFrame), format.width(), format.height(),
                receiveCopies(attributes.get(Camera.COPY_ROUNDS)), sheet.toString(), chart.toString());
    }

    /** Returns the last picture. */
    private InspectedPicture watch() {
        Rate rate = new Rate(meter.frames()::received);
        Disposable progress = Console.progress(NAME, () -> line(rate));
        try {
            InspectedPicture last = frames(channel.name(), PictureFormat.CONTENT_TYPE)
                    .process(Schedulers.parallel(), CONCURRENCY, new PictureInspector(shelf)).doOnNext(this::take)
                    .blockLast();
            if (last == null) {
                throw new VideoException("the camera ended without a picture");
            }
            return last;
        } finally {
            progress.dispose();
        }
    }

    private void take(InspectedPicture picture) {
        meter.add(picture);
        if (picture.thumbnail() != null) {
            shelf.add(picture.thumbnail());
        }
    }

    /** Returns the rate of each round but the first. */
    private List<Long> receiveCopies(@Nullable String rounds) {
        if (rounds == null) {
            return List.of();
        }
        return IntStream.range(0, Integer.parseInt(rounds))
                .mapToObj(round -> CopyReceiver
                        .round(frames(CopyMeasurement.channel(channel, round), CopyCodec.CONTENT_TYPE)))
                .skip(1)
                .toList();
    }

    private ShmFrames frames(String name, String contentType) {
        return channel.source(name).connectTimeout(CONNECT_TIMEOUT).contentType(contentType).frames();
    }

    private String line(Rate rate) {
        double fps = rate.perSecond();
        if (meter.frames().received() == 0) {
            return "";
        }
        Age age = meter.frames().age();
        return String.format("%d pictures  %.1f fps  age %.2f ms (99 %% under %.2f ms)", meter.frames().received(), fps,
                age.p50() / MICROS_PER_MILLI, age.p99() / MICROS_PER_MILLI);
    }
}
