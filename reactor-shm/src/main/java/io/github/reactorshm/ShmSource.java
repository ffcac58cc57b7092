package io.github.reactorshm;

import java.util.Objects;

import io.github.reactorshm.channel.Consumer;
import io.github.reactorshm.channel.ConsumerSettings;
import io.github.reactorshm.channel.ElementReader;
import io.github.reactorshm.channel.Loops;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import reactor.core.Scannable;
import reactor.core.publisher.Operators;

/**
 * The consumer's end of a channel: a cold {@link Publisher} each of whose subscribers attaches to the channel by itself, with
 * its own demand, and gets every frame that is published from then on, or what another {@link ShmMode} says.
 *
 * <p>
 * <b>Signals.</b> {@code onSubscribe} comes on the subscribing thread, which never blocks; attaching begins after it, and goes
 * on for the {@link ShmSourceBuilder#connectTimeout connectTimeout} while there is no channel of that name. All later signals
 * come on the library's thread {@code reactor-shm-source}, or on a thread that calls {@code request} while frames wait. A
 * subscriber that blocks there holds up the other sources of its JVM: put a {@code publishOn} before blocking work.
 *
 * <p>
 * <b>Ownership.</b> With a codec, each frame is decoded and its slot given back before the element is emitted: nothing
 * is to be closed, and nothing can leak. Without a codec the elements are {@link ShmFrame}s, which their receiver
 * closes; see {@link ShmFrames}. Frames that a subscriber has not received when it cancels, or when its {@code onNext}
 * throws, are given back by the library; those that it holds stay as they are until it closes them, also after the end
 * of the stream.
 *
 * <p>
 * <b>Errors.</b> {@link io.github.reactorshm.error.ShmConnectTimeoutException} and
 * {@link io.github.reactorshm.error.ShmPeerLostException} are retryable, so
 * {@code retryWhen(Retry.backoff(..).filter(ShmException::isRetryable))} resumes on the next opening of the channel. An
 * error of the producer's stream is a {@link io.github.reactorshm.error.ShmRemoteException}; another layout version,
 * content type or user, and a broken protocol, have their own types in that package. A {@code request} of less than 1
 * ends the subscription with an {@link IllegalArgumentException} (rule 3.9).
 *
 * <p>
 * Every method may be called by any thread, and none blocks.
 *
 * <p>
 * This is no {@code Sinks} of Reactor: the two ends are in different processes.
 *
 * @param <T> the elements' type
 */
public final class ShmSource<T> extends SourceSide implements Publisher<T>, Scannable {

    private final ElementReader<T> reader;

    ShmSource(ConsumerSettings settings, ElementReader<T> reader) {
        super(settings);
        this.reader = reader;
    }

    /**
     * Begins to describe a source.
     *
     * @param name the channel's name: a letter or digit, then at most 63 letters, digits, dots, underscores and hyphens
     * @return a builder of raw frames; {@link ShmSourceBuilder#codec} changes the type
     * @throws IllegalArgumentException if the name is not allowed
     */
    public static ShmSourceBuilder<ShmFrame> channel(String name) {
        return ShmSourceBuilder.channel(name);
    }

    /**
     * Attaches one more subscriber.
     *
     * @param subscriber the subscriber
     */
    @Override
    public void subscribe(Subscriber<? super T> subscriber) {
        Objects.requireNonNull(subscriber, "subscriber");
        new Consumer<>(Operators.toCoreSubscriber(subscriber), reader, settings, Loops.sources()).start();
    }

    @Override
    public @Nullable Object scanUnsafe(@SuppressWarnings("rawtypes") Attr key) {
        if (key == Attr.NAME) {
            return "shm:" + settings.channel();
        }
        if (key == Attr.RUN_STYLE) {
            return Attr.RunStyle.ASYNC;
        }
        return null;
    }

    @Override
    public String toString() {
        return "ShmSource{channel=" + settings.channel() + ", directory=" + settings.base() + "}";
    }
}
