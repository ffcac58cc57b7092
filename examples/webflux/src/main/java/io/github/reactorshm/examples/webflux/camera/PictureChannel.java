package io.github.reactorshm.examples.webflux.camera;

import java.util.concurrent.atomic.AtomicReference;

import io.github.reactorshm.ShmSink;
import io.github.reactorshm.ShmSinkBuilder;
import org.bytedeco.ffmpeg.avutil.AVFrame;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** One channel of pictures, which stays open whether somebody subscribes or not. */
final class PictureChannel {

    private final ShmSinkBuilder<AVFrame> builder;
    private final Flux<AVFrame> pictures;
    private final AtomicReference<@Nullable ShmSink<AVFrame>> current = new AtomicReference<>();

    PictureChannel(ShmSinkBuilder<AVFrame> builder, Flux<AVFrame> pictures) {
        this.builder = builder.keepOpen();
        this.pictures = pictures;
    }

    /** Opens the channel and sends, until it fails. */
    Mono<Void> run() {
        return builder.openLater().flatMap(sink -> {
            current.set(sink);
            pictures.subscribe(sink);
            return sink.onTerminate();
        });
    }

    SinkCounts counts() {
        ShmSink<AVFrame> sink = current.get();
        return sink == null ? SinkCounts.NONE : SinkCounts.of(sink);
    }
}
