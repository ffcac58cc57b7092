package io.github.reactorshm;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;

import io.github.reactorshm.channel.ConsumerGauges;
import io.github.reactorshm.channel.ConsumerSettings;
import io.github.reactorshm.channel.ElementReader;
import io.github.reactorshm.channel.LostFrames;
import io.github.reactorshm.channel.OpenConsumers;
import io.github.reactorshm.control.BaseDirectory;
import io.github.reactorshm.control.ChannelName;
import io.github.reactorshm.control.Service;
import io.github.reactorshm.layout.DeliveryMode;
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
    private @Nullable Path directory;
    private Duration connectTimeout = DEFAULT_CONNECT_TIMEOUT;
    private Service service = Service.LOSSLESS;
    private String contentType = "";
    private boolean collectWhenStarving;
    private final ElementReader<T> reader;

    private ShmSourceBuilder(String name, ElementReader<T> reader) {
        this.name = name;
        this.reader = reader;
    }

    static ShmSourceBuilder<ShmFrame> channel(String name) {
        return new ShmSourceBuilder<>(ChannelName.check(name), new FrameReader());
    }

    private <R> ShmSourceBuilder<R> copy(ElementReader<R> elements) {
        ShmSourceBuilder<R> copy = new ShmSourceBuilder<>(name, elements);
        copy.directory = directory;
        copy.connectTimeout = connectTimeout;
        copy.service = service;
        copy.contentType = contentType;
        copy.collectWhenStarving = collectWhenStarving;
        return copy;
    }

    /**
     * The base directory in which the channel is looked for; the sink's must be the same.
     *
     * @param path a directory of this user with mode 0700. Defaults to the system property {@code reactorshm.directory}, else
     *        {@code /dev/shm/reactor-shm-<user>}, or the same in the temporary directory where there is no {@code /dev/shm}
     * @return a new builder
     */
    public ShmSourceBuilder<T> baseDirectory(Path path) {
        ShmSourceBuilder<T> copy = copy(reader);
        copy.directory = Objects.requireNonNull(path, "path");
        return copy;
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
        ShmSourceBuilder<T> copy = copy(reader);
        copy.connectTimeout = timeout;
        return copy;
    }

    /**
     * The content type that raw frames must have; another one is refused with a
     * {@link io.github.reactorshm.error.ShmTypeMismatchException}.
     *
     * @param expected the content type. Defaults to that of the codec, or to any if there is none
     * @return a new builder
     */
    public ShmSourceBuilder<T> contentType(String expected) {
        ShmSourceBuilder<T> copy = copy(reader);
        copy.contentType = Objects.requireNonNull(expected, "expected");
        return copy;
    }

    /**
     * Every frame since a subscription joined, in order: {@link ShmMode#LOSSLESS}, the default.
     *
     * @return a new builder
     */
    public ShmSourceBuilder<T> lossless() {
        return served(Service.LOSSLESS);
    }

    /**
     * The newest frame at the time of the demand: {@link ShmMode#LATEST}. The sink is not paced; what is passed over is counted and
     * shows as gaps in {@link ShmFrame#sequence()}. A subscription begins with the next frame. Operators that ask for many
     * frames ahead, as {@code publishOn} does, age what they hold: ask for one at a time there.
     *
     * @return a new builder
     */
    public ShmSourceBuilder<T> latest() {
        return served(new Service(DeliveryMode.LATEST, "", false));
    }

    /**
     * The same as {@link #latest()}, but a subscription begins with the newest frame that was published before it came, if its slot
     * was not needed since.
     *
     * @return a new builder
     */
    public ShmSourceBuilder<T> replayLatest() {
        return served(new Service(DeliveryMode.LATEST, "", true));
    }

    /**
     * Shares the frames with the other members of a group, each frame to one of them: {@link ShmMode#GROUP}. What a member that dies
     * or cancels leaves behind goes to another one, {@linkplain ShmFrame#redelivered() marked} if the former may have seen it, and
     * possibly after later frames. A frame that is closed is done: with a codec that is before its element is emitted, so work that must not
     * be lost belongs in {@link ShmFrames#process}.
     *
     * @param group the group's name, of the same form as a channel's
     * @return a new builder
     * @throws IllegalArgumentException if the name is not allowed
     */
    public ShmSourceBuilder<T> group(String group) {
        if (!ChannelName.isValid(group)) {
            throw new IllegalArgumentException(
                    "a group's name is of the same form as a channel's: a letter or digit, then at most"
                            + " 63 letters, digits, dots, underscores and hyphens; this one is '" + group + "'");
        }
        return served(new Service(DeliveryMode.GROUP, group, false));
    }

    private ShmSourceBuilder<T> served(Service how) {
        ShmSourceBuilder<T> copy = copy(reader);
        copy.service = how;
        return copy;
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
        ShmSourceBuilder<T> copy = copy(reader);
        copy.collectWhenStarving = allowed;
        return copy;
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
        ShmSourceBuilder<R> copy = copy(new DecodingReader<>(codec));
        copy.contentType = codec.contentType();
        return copy;
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
        return new ConsumerSettings(base, name, service, contentType, connectTimeout, collectWhenStarving,
                new LostFrames(), new OpenConsumers(), new ConsumerGauges());
    }
}
