package io.github.reactorshm;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;

import io.github.reactorshm.channel.ConsumerSettings;
import io.github.reactorshm.channel.ElementReader;
import io.github.reactorshm.channel.LostFrames;
import io.github.reactorshm.control.BaseDirectory;
import io.github.reactorshm.control.ChannelName;
import org.jspecify.annotations.Nullable;

/**
 * Describes a {@link ShmSource}. Immutable, for any number of threads: every option returns a new builder. Nothing is
 * opened, and no method blocks.
 *
 * @param <T> the elements' type
 */
public final class ShmSourceBuilder<T> {

    private static final Duration DEFAULT_CONNECT_TIMEOUT = Duration.ofSeconds(30);

    private final String name;
    private final @Nullable Path directory;
    private final Duration connectTimeout;
    private final String contentType;
    private final boolean collectWhenStarving;
    private final ElementReader<T> reader;

    private ShmSourceBuilder(String name, @Nullable Path directory, Duration connectTimeout, String contentType,
            boolean collectWhenStarving, ElementReader<T> reader) {
        this.name = name;
        this.directory = directory;
        this.connectTimeout = connectTimeout;
        this.contentType = contentType;
        this.collectWhenStarving = collectWhenStarving;
        this.reader = reader;
    }

    static ShmSourceBuilder<ShmFrame> channel(String name) {
        return new ShmSourceBuilder<>(ChannelName.check(name), null, DEFAULT_CONNECT_TIMEOUT, "", false,
                new FrameReader());
    }

    /**
     * The base directory in which the channel is looked for; the sink's must be the same.
     *
     * @param path a directory of this user with mode 0700. Defaults to the system property {@code reactorshm.directory}, else
     *        {@code /dev/shm/reactor-shm-<user>}, or the same in the temporary directory where there is no {@code /dev/shm}
     * @return a new builder
     */
    public ShmSourceBuilder<T> baseDirectory(Path path) {
        return new ShmSourceBuilder<>(name, Objects.requireNonNull(path, "path"), connectTimeout, contentType,
                collectWhenStarving, reader);
    }

    /**
     * How long a subscription tries to attach, which covers a channel that is not there yet. Then the subscriber gets a
     * {@link io.github.reactorshm.error.ShmConnectTimeoutException}.
     *
     * @param timeout the time, not negative. Defaults to 30 s
     * @return a new builder
     * @throws IllegalArgumentException if the time is negative
     */
    public ShmSourceBuilder<T> connectTimeout(Duration timeout) {
        if (timeout.isNegative()) {
            throw new IllegalArgumentException("connectTimeout must not be negative but is " + timeout);
        }
        return new ShmSourceBuilder<>(name, directory, timeout, contentType, collectWhenStarving, reader);
    }

    /**
     * The content type that raw frames must have; another one is refused with a
     * {@link io.github.reactorshm.error.ShmTypeMismatchException}.
     *
     * @param expected the content type. Defaults to that of the codec, or to any if there is none
     * @return a new builder
     */
    public ShmSourceBuilder<T> contentType(String expected) {
        return new ShmSourceBuilder<>(name, directory, connectTimeout, Objects.requireNonNull(expected, "expected"),
                collectWhenStarving, reader);
    }

    /**
     * Whether a garbage collection may be asked for when the producer has waited 2 s for slots: it finds frames that were
     * lost without being closed, and gives back those of which no view was handed out. It runs off the library's loop, at most
     * every 10 s a JVM.
     *
     * @param allowed whether it may. Defaults to false
     * @return a new builder
     */
    public ShmSourceBuilder<T> collectWhenStarving(boolean allowed) {
        return new ShmSourceBuilder<>(name, directory, connectTimeout, contentType, allowed, reader);
    }

    /**
     * Decodes each frame, and gives its slot back, before its element is emitted. What the codec throws ends the
     * subscription, with a {@link io.github.reactorshm.error.ShmCodecException} if it is no
     * {@link io.github.reactorshm.error.ShmException} itself.
     *
     * @param codec the codec, whose content type the sink's must equal. Defaults to none: the elements are raw frames
     * @param <R> the elements' type
     * @return a new builder
     */
    public <R> ShmSourceBuilder<R> codec(ShmCodec<R> codec) {
        return new ShmSourceBuilder<>(name, directory, connectTimeout, codec.contentType(), collectWhenStarving,
                new DecodingReader<>(codec));
    }

    /**
     * The source.
     *
     * @return a new source; nothing is opened before somebody subscribes
     * @throws IllegalArgumentException if the base directory's path is too long for a socket in it
     */
    public ShmSource<T> build() {
        return new ShmSource<>(settings(), reader);
    }

    /**
     * The source of raw frames, with operators that cannot leak them.
     *
     * @return a new source; nothing is opened before somebody subscribes
     * @throws IllegalArgumentException if the base directory's path is too long for a socket in it
     */
    public ShmFrames frames() {
        return new ShmFrames(settings());
    }

    private ConsumerSettings settings() {
        BaseDirectory base = BaseDirectory.resolve(directory);
        base.checkSocketPath(name);
        return new ConsumerSettings(base, name, contentType, connectTimeout, collectWhenStarving, new LostFrames());
    }
}
