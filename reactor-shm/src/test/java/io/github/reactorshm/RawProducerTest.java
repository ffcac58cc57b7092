package io.github.reactorshm;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

import io.github.reactorshm.codec.BytesCodec;
import io.github.reactorshm.error.ShmConnectTimeoutException;
import io.github.reactorshm.error.ShmException;
import io.github.reactorshm.error.ShmPeerLostException;
import io.github.reactorshm.error.ShmProtocolException;
import io.github.reactorshm.error.ShmTypeMismatchException;
import io.github.reactorshm.error.ShmVersionMismatchException;
import io.github.reactorshm.layout.ErrorText;
import io.github.reactorshm.testkit.Channel;
import io.github.reactorshm.testkit.RawMessage;
import io.github.reactorshm.testkit.RawProducer;
import io.github.reactorshm.testkit.Recorder;
import io.github.reactorshm.testkit.TestDirectory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Flux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** What an owner of a channel may say and write: its consumer gets a typed error, another subscription goes on. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class RawProducerTest {

    private static final int CURRENT = 1;
    private static final int OTHER = 2;
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final BytesCodec BYTES = BytesCodec.ofSlotSize(100);

    @AutoClose
    private static final TestDirectory DIRECTORY = TestDirectory.create();

    private final Channel channel = Channel.in(DIRECTORY);
    private final AtomicInteger payloadsRead = new AtomicInteger();
    private RawProducer producer;
    private ShmSink<byte[]> soundSink;
    private Recorder<byte[]> sound;

    @BeforeEach
    void open() throws IOException {
        Channel other = Channel.in(DIRECTORY);
        soundSink = other.sink(BYTES).open();
        Flux.<byte[]>generate(s -> s.next(new byte[10])).subscribe(soundSink);
        sound = other.record(BYTES, 10);
        sound.awaitItems(10);
        producer = RawProducer.open(channel);
    }

    @AfterEach
    void othersGoOn() throws IOException {
        goOn();
        sound.cancel();
        sound.verify();
        producer.close();
    }

    private void goOn() {
        int seen = sound.size();
        sound.request(100);
        sound.awaitItems(seen + 100);
    }

    private Recorder<byte[]> subscribe(Duration connectTimeout) {
        Recorder<byte[]> recorder = Recorder.asking(Long.MAX_VALUE);
        channel.source(new CountingCodec()).connectTimeout(connectTimeout).build().subscribe(recorder);
        return recorder;
    }

    private Recorder<byte[]> subscribe() {
        return subscribe(Duration.ofSeconds(30));
    }

    private <E extends ShmException> E assertFails(Recorder<byte[]> recorder, Class<E> type) {
        E error = recorder.awaitError(type);
        assertThat(recorder.items()).isEmpty();
        assertThat(payloadsRead).as("payloads read").hasValue(0);
        recorder.verify();
        return error;
    }

    private void assertOtherVersion(Recorder<byte[]> recorder) {
        ShmVersionMismatchException error = assertFails(recorder, ShmVersionMismatchException.class);
        assertThat(error.getExpected()).as("the version of this process").isEqualTo(CURRENT);
        assertThat(error.getFound()).as("the version of the other end").isEqualTo(OTHER);
        assertThat(error).hasMessageContaining("version 1").hasMessageContaining("found 2")
                .hasMessageContaining(channel.name());
        assertThat(error.isRetryable()).isFalse();
    }

    @Test
    void S8_anOwnerOfAnotherVersionRefuses() throws IOException {
        Recorder<byte[]> recorder = subscribe();
        RawMessage hello = producer.accept();
        assertThat(hello.version()).isEqualTo(CURRENT);
        producer.send(RawMessage.refused(OTHER, 1, "the layout versions differ", String.valueOf(OTHER),
                String.valueOf(CURRENT)).bytes());
        assertOtherVersion(recorder);
    }

    @Test
    void S8_anOwnerOfAnotherVersionWelcomes() throws IOException {
        Recorder<byte[]> recorder = subscribe();
        producer.accept();
        producer.send(new RawMessage(RawMessage.WELCOME, OTHER, "as version 2 does".getBytes(StandardCharsets.UTF_8))
                .bytes());
        assertOtherVersion(recorder);
    }

    @Test
    void S8_aPoolOfAnotherVersion() throws IOException {
        producer.pool().set(INT, RawProducer.POOL_VERSION, OTHER);
        Recorder<byte[]> recorder = subscribe();
        producer.accept();
        producer.send(RawProducer.welcome().bytes());
        assertOtherVersion(recorder);
    }

    @Test
    void S8_aControlFileOfAnotherVersion() throws IOException {
        producer.controlFile().set(INT, RawProducer.CONTROL_VERSION, OTHER);
        Recorder<byte[]> recorder = subscribe();
        producer.accept();
        producer.send(RawProducer.welcome().bytes());
        assertOtherVersion(recorder);
    }

    @Test
    void S8_anOwnerOfAnotherContentTypeRefuses() throws IOException {
        Recorder<byte[]> recorder = subscribe();
        RawMessage.Fields hello = producer.accept().fields();
        assertThat(hello.nextInt()).as("mode").isEqualTo(1);
        assertThat(hello.nextInt()).as("flags").isZero();
        assertThat(hello.nextText()).as("group").isEmpty();
        assertThat(hello.nextText()).as("content type").isEqualTo(BYTES.contentType());
        assertThat(hello.nextText()).as("channel").isEqualTo(channel.name());
        producer.send(RawMessage.refused(CURRENT, 2, "the content types differ", "image/bgr", BYTES.contentType())
                .bytes());
        ShmTypeMismatchException error = assertFails(recorder, ShmTypeMismatchException.class);
        assertThat(error.getExpected()).isEqualTo(BYTES.contentType());
        assertThat(error.getFound()).isEqualTo("image/bgr");
    }

    static Stream<Named<byte[]>> rubbish() {
        RawMessage welcome = RawProducer.welcome();
        byte[] body = welcome.body();
        return Stream.of(
                Named.of("a web server's answer",
                        "HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(StandardCharsets.US_ASCII)),
                Named.of("a body of 2 GiB", welcome.bytesAnnouncing(Integer.MAX_VALUE)),
                Named.of("a body of less than nothing", welcome.bytesAnnouncing(-5)),
                Named.of("a body that ends too early",
                        new RawMessage(RawMessage.WELCOME, 1, Arrays.copyOf(body, 9)).bytes()),
                Named.of("a body with something behind it",
                        new RawMessage(RawMessage.WELCOME, 1, Arrays.copyOf(body, body.length + 1)).bytes()),
                Named.of("HELLO", RawMessage.hello(1, 1, "", "channel").bytes()),
                Named.of("a type that does not exist", new RawMessage(99, 1, body).bytes()),
                Named.of("another number of slots",
                        RawMessage.welcome(1, 4711, 1, RawProducer.SLOTS * 4, RawProducer.SLOT_SIZE,
                                RawProducer.CONTENT_TYPE).bytes()),
                Named.of("no slots",
                        RawMessage.welcome(1, 4711, 1, 0, RawProducer.SLOT_SIZE, RawProducer.CONTENT_TYPE).bytes()),
                Named.of("another slot size",
                        RawMessage.welcome(1, 4711, 1, RawProducer.SLOTS, 1, RawProducer.CONTENT_TYPE).bytes()),
                Named.of("a refusal that names no version",
                        RawMessage.refused(1, 1, "the layout versions differ", "two", "1").bytes()),
                Named.of("a refusal for what was said", RawMessage.refused(1, 7, "not understood", "", "").bytes()));
    }

    @ParameterizedTest
    @MethodSource("rubbish")
    void S3_rubbishIsATypedError(byte[] bytes) throws IOException {
        Recorder<byte[]> recorder = subscribe();
        producer.accept();
        producer.send(bytes);
        assertThat(assertFails(recorder, ShmProtocolException.class)).hasMessageContaining(channel.name());
    }

    @Test
    void S3_aWelcomeIsReadHoweverItsBytesAreSplit() throws IOException {
        byte[] welcome = RawProducer.welcome().bytes();
        for (int split = 1; split < welcome.length; split++) {
            Recorder<byte[]> recorder = subscribe();
            assertThat(producer.accept().type()).isEqualTo(RawMessage.HELLO);
            producer.send(Arrays.copyOf(welcome, split));
            if (split % 8 == 0) {
                // The first part is read by the time in which another stream goes on.
                goOn();
            }
            producer.send(Arrays.copyOfRange(welcome, split, welcome.length));
            assertThat(producer.receive().type()).as("answer to a split at %s", split).isEqualTo(RawMessage.ATTACHED);
            recorder.cancel();
            recorder.verify();
        }
    }

    @Test
    void S3_aRefusalIsReadHoweverItsBytesAreSplit() throws IOException {
        byte[] refused = RawMessage.refused(CURRENT, 99, "because of the weather", "", "").bytes();
        for (int split = 1; split < refused.length; split++) {
            Recorder<byte[]> recorder = subscribe();
            producer.accept();
            producer.send(Arrays.copyOf(refused, split));
            if (split % 8 == 0) {
                goOn();
            }
            producer.send(Arrays.copyOfRange(refused, split, refused.length));
            assertThat(assertFails(recorder, ShmException.class)).as("split at %s", split)
                    .hasMessageContaining("because of the weather");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {4, 8, 99})
    void S3_aRefusalForAnotherReasonNamesIt(int code) throws IOException {
        Recorder<byte[]> recorder = subscribe();
        producer.accept();
        producer.send(RawMessage.refused(CURRENT, code, "because of the weather", "", "").bytes());
        assertThat(assertFails(recorder, ShmException.class)).hasMessageContaining("because of the weather")
                .hasMessageContaining(String.valueOf(code));
    }

    @Test
    void S3_aMessageIsReadHoweverItsBytesAreSplit() throws IOException {
        Recorder<byte[]> recorder = subscribe();
        byte[] welcome = RawProducer.welcome().bytes();
        producer.accept();
        for (byte b : welcome) {
            producer.send(new byte[]{b});
        }
        assertThat(producer.receive().type()).isEqualTo(RawMessage.ATTACHED);
        producer.control().storeProducerActive();
        producer.control().publishNext(1, 2, 7, 1, System.nanoTime(), 0, false);
        producer.control().publishTerminal(2, null);
        producer.send(new byte[]{'B'});
        recorder.awaitComplete();
        assertThat(recorder.items()).singleElement().satisfies(item -> assertThat(item).hasSize(7));
        recorder.verify();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 5, 12, 20})
    void S3_anOwnerThatSaysNoMoreIsGivenUpAtTheTimeout(int bytes) throws IOException {
        Recorder<byte[]> recorder = subscribe(Duration.ofMillis(500));
        producer.accept();
        producer.send(Arrays.copyOf(RawProducer.welcome().bytes(), bytes));
        ShmConnectTimeoutException error = assertFails(recorder, ShmConnectTimeoutException.class);
        assertThat(error.getTimeout()).isEqualTo(Duration.ofMillis(500));
        assertThat(error.getPath()).isEqualTo(channel.directory());
    }

    @Test
    void anOwnerThatEndsBeforeTheSubscriptionBeganIsNotThereYet() throws IOException {
        Recorder<byte[]> recorder = subscribe();
        producer.accept();
        producer.hangUp();
        producer.accept();
        producer.send(RawProducer.welcome().bytes());
        assertThat(producer.receive().type()).isEqualTo(RawMessage.ATTACHED);
        producer.hangUp();
        producer.accept();
        producer.send(RawMessage.refused(CURRENT, 6, "the stream has ended", "", "").bytes());
        producer.attach();
        producer.control().publishTerminal(1, null);
        recorder.awaitComplete();
        recorder.verify();
    }

    @Test
    void anOwnerThatEndsWithoutATerminalEntryIsLostBehindItsFrames() throws IOException {
        Recorder<byte[]> recorder = subscribe();
        producer.attach();
        for (int i = 1; i <= 3; i++) {
            producer.control().publishNext(i, i - 1, i, i, System.nanoTime(), 0, false);
        }
        producer.hangUp();
        ShmPeerLostException error = recorder.awaitError(ShmPeerLostException.class);
        assertThat(error.isRetryable()).isTrue();
        assertThat(error).hasMessageContaining(channel.name()).hasMessageContaining("3 frames");
        assertThat(recorder.items()).extracting(item -> item.length).containsExactly(1, 2, 3);
        recorder.verify();
    }

    private interface Breach {
        void commit(RawProducer producer) throws IOException;
    }

    private static Named<Breach> breach(String name, Breach breach) {
        return Named.of(name, breach);
    }

    static Stream<Named<Breach>> breaches() {
        return Stream.of(breach("slot -1", p -> p.control().publishNext(1, -1, 1, 1, 0, 0, false)),
                breach("slot N", p -> p.control().publishNext(1, RawProducer.SLOTS, 1, 1, 0, 0, false)),
                breach("slot 2^31 - 1", p -> p.control().publishNext(1, Integer.MAX_VALUE, 1, 1, 0, 0, false)),
                breach("a length over the slot",
                        p -> p.control().publishNext(1, 0, RawProducer.SLOT_SIZE + 1, 1, 0, 0, false)),
                breach("a length of 2^62", p -> p.control().publishNext(1, 0, 1L << 62, 1, 0, 0, false)),
                breach("a negative length", p -> p.control().publishNext(1, 0, -1, 1, 0, 0, false)),
                breach("sequence 0", p -> p.control().publishNext(1, 0, 1, 0, 0, 0, false)),
                breach("a wrong index", p -> p.control().publishNext(9, 0, 1, 1, 0, 0, false)),
                breach("a negative index", p -> p.controlFile().set(ValueLayout.JAVA_LONG, 768, -1)),
                breach("a kind that does not exist", p -> {
                    p.controlFile().set(INT, 768 + 8, 4);
                    p.controlFile().set(ValueLayout.JAVA_LONG, 768, 1);
                }),
                breach("something else than a bell", p -> p.send("BBQ".getBytes(StandardCharsets.US_ASCII))));
    }

    @ParameterizedTest
    @MethodSource("breaches")
    void aBreachOfTheOwnerIsATypedError(Breach breach) throws IOException {
        Recorder<byte[]> recorder = subscribe();
        producer.attach();
        breach.commit(producer);
        assertThat(assertFails(recorder, ShmProtocolException.class)).hasMessageContaining(channel.name());
        await().untilAsserted(() -> assertThat(producer.control().consumerState()).as("state").isEqualTo(1));
    }

    @Test
    void anErrorTextThatDoesNotFitIsATypedError() throws IOException {
        Recorder<byte[]> recorder = subscribe();
        producer.attach();
        producer.control().publishTerminal(1, new ErrorText(0, 0, "a.Class", "a message"));
        long errorText = producer.controlFile().get(ValueLayout.JAVA_LONG, 48);
        producer.controlFile().set(INT, errorText + 4, 1_000_000);
        assertFails(recorder, ShmException.class);
    }

    /** Counts the payloads that it is given to read. */
    private final class CountingCodec implements ShmCodec<byte[]> {

        @Override
        public String contentType() {
            return BYTES.contentType();
        }

        @Override
        public long slotSize() {
            return BYTES.slotSize();
        }

        @Override
        public long encode(byte[] value, MemorySegment slot) {
            return BYTES.encode(value, slot);
        }

        @Override
        public byte[] decode(ShmFrame frame) {
            payloadsRead.incrementAndGet();
            return BYTES.decode(frame);
        }
    }
}
