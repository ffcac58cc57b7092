package io.github.reactorshm.examples.video;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.github.reactorshm.ShmSink;
import io.github.reactorshm.examples.program.ChannelOptions;
import io.github.reactorshm.examples.program.Console;
import io.github.reactorshm.examples.program.CpuTime;
import io.github.reactorshm.examples.program.Json;
import io.github.reactorshm.examples.program.Rate;
import io.github.reactorshm.examples.video.media.PictureFormat;
import org.bytedeco.ffmpeg.avutil.AVFrame;
import reactor.core.Disposable;

/** Sends the pictures of a video, then the frames of the copy measurement. */
final class Camera {

    /** The attribute that tells a viewer how many rounds of the copy measurement follow, if any. */
    static final String COPY_ROUNDS = "copy-rounds";

    private static final String NAME = "camera";

    private final ChannelOptions channel;
    private final CameraOptions options;

    Camera(ChannelOptions channel, CameraOptions options) {
        this.channel = channel;
        this.options = options;
    }

    /** Blocks until the viewers have given everything back. */
    CameraReport run() throws IOException {
        try (Decoder decoder = options.open()) {
            PictureFormat format = decoder.format();
            Console.say(NAME,
                    "pictures of " + format.width() + "x" + format.height() + " on channel " + channel.name());
            CpuTime cpu = new CpuTime();
            long sent = send(decoder);
            double cpuMsPerFrame = cpu.millisPerFrame(sent);
            List<Long> plain = options.copyFrames() == 0 ? List.of() : measureCopy();
            return new CameraReport(sent, decoder.damagedPackets(), Json.rounded(cpuMsPerFrame),
                    options.copyFrames(), plain);
        }
    }

    private long send(Decoder decoder) {
        Map<String, String> attributes = new HashMap<>(decoder.format().attributes());
        if (options.copyFrames() > 0) {
            attributes.put(COPY_ROUNDS, Integer.toString(CopyMeasurement.ROUNDS));
        }
        ShmSink<AVFrame> sink = channel.<AVFrame>sink().slots(options.slots())
                .codec(new PictureCodec(decoder.format(), decoder.scaler(), attributes)).open();
        Rate rate = new Rate(sink::published);
        Disposable progress = Console.progress(NAME, () -> line(sink, rate));
        try {
            decoder.pictures(options.frameLimit()).subscribe(sink);
            sink.onTerminate().block();
            return sink.published();
        } finally {
            progress.dispose();
            sink.dispose();
        }
    }

    private List<Long> measureCopy() throws IOException {
        Console.say(NAME, "measuring the copy of frames of " + CopyMeasurement.FRAME_BYTES + " bytes");
        return new CopySender(channel, options.copyFrames()).run();
    }

    private static String line(ShmSink<?> sink, Rate rate) {
        return String.format("%d pictures  %.1f fps  demand %d  slots in use %d of %d", sink.published(),
                rate.perSecond(),
                sink.demand(), sink.heldSlots(), sink.slots());
    }
}
