package io.github.reactorshm.testkit;

import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.reactorshm.ShmCodec;
import io.github.reactorshm.ShmFrame;
import io.github.reactorshm.ShmSink;
import io.github.reactorshm.ShmSinkBuilder;
import io.github.reactorshm.ShmSource;
import io.github.reactorshm.ShmSourceBuilder;

/**
 * A channel of one test: builders of both ends, under a name that no other test of the JVM has.
 *
 * @param base the base directory
 * @param name the name
 */
public record Channel(Path base, String name) {

    private static final AtomicInteger COUNT = new AtomicInteger();

    public static Channel in(TestDirectory directory) {
        return new Channel(directory.path(), "channel-" + COUNT.incrementAndGet());
    }

    public Path directory() {
        return base.resolve(name);
    }

    public <T> ShmSinkBuilder<T> sink(ShmCodec<T> codec) {
        return ShmSink.<T>channel(name).codec(codec).baseDirectory(base);
    }

    public ShmSourceBuilder<ShmFrame> source() {
        return ShmSource.channel(name).baseDirectory(base);
    }

    public <T> ShmSourceBuilder<T> source(ShmCodec<T> codec) {
        return source().codec(codec);
    }

    /** Attaches a recorder of decoded elements. */
    public <T> Recorder<T> record(ShmCodec<T> codec, long first) {
        Recorder<T> recorder = Recorder.asking(first);
        source(codec).build().subscribe(recorder);
        return recorder;
    }

    /** Attaches a recorder of raw frames, which the test closes. */
    public Recorder<ShmFrame> recordFrames(long first) {
        Recorder<ShmFrame> recorder = Recorder.asking(first);
        source().build().subscribe(recorder);
        return recorder;
    }
}
