package io.github.reactorshm.examples.webflux.camera;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

import io.github.reactorshm.ShmSink;
import io.github.reactorshm.ShmSinkBuilder;
import io.github.reactorshm.error.ShmCancelledException;
import io.github.reactorshm.error.ShmPeerLostException;
import org.bytedeco.ffmpeg.avutil.AVFrame;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.util.retry.Retry;

/** One channel of pictures. It goes on when its last subscriber has left, and counts on. */
final class PictureChannel {

    private final ShmSinkBuilder<AVFrame> builder;
    private final Flux<AVFrame> pictures;
    private final AtomicReference<@Nullable ShmSink<AVFrame>> current = new AtomicReference<>();
    private final AtomicLong before = new AtomicLong();

    PictureChannel(ShmSinkBuilder<AVFrame> builder, Flux<AVFrame> pictures) {
        this.builder = builder;
        this.pictures = pictures;
    }

    /** Opens the channel and sends, until it fails. */
    Mono<Void> run() {
        return builder.openLater().flatMap(this::send)
                .retryWhen(Retry.indefinitely().filter(PictureChannel::lastOneLeft));
    }

    private Mono<Void> send(ShmSink<AVFrame> sink) {
        current.set(sink);
        pictures.subscribe(sink);
        return sink.onTerminate().doOnError(error -> before.addAndGet(sink.published()));
    }

    private static boolean lastOneLeft(Throwable error) {
        return error instanceof ShmCancelledException || error instanceof ShmPeerLostException;
    }

    SinkCounts counts() {
        ShmSink<AVFrame> sink = current.get();
        return sink == null ? SinkCounts.NONE : SinkCounts.of(sink, before.get());
    }
}
