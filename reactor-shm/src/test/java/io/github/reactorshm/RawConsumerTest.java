package io.github.reactorshm;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import java.util.stream.Stream;

import io.github.reactorshm.error.ShmTypeMismatchException;
import io.github.reactorshm.testkit.Accounts;
import io.github.reactorshm.testkit.Channel;
import io.github.reactorshm.testkit.ManualUpstream;
import io.github.reactorshm.testkit.Payloads;
import io.github.reactorshm.testkit.RawConsumer;
import io.github.reactorshm.testkit.RawMessage;
import io.github.reactorshm.testkit.Recorder;
import io.github.reactorshm.testkit.TestDirectory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** What a peer may say to a sink before it is attached: whatever it is, one subscriber that is attached goes on. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class RawConsumerTest {

    private static final Payloads NUMBERS = Payloads.varied(0, 200);
    private static final Duration END = Duration.ofSeconds(30);
    private static final int REFUSED_VERSION = 1;
    private static final int REFUSED_CONTENT_TYPE = 2;
    private static final int REFUSED_MODE = 5;
    private static final int REFUSED_PROTOCOL = 7;

    @AutoClose
    private static final TestDirectory DIRECTORY = TestDirectory.create();

    private final Channel channel = Channel.in(DIRECTORY);
    private final ManualUpstream<Long> upstream = new ManualUpstream<>();
    private ShmSink<Long> sink;
    private Recorder<Long> stays;
    private long number;

    @BeforeEach
    void begin() {
        sink = channel.sink(NUMBERS).open();
        upstream.subscribe(sink);
        stays = channel.record(NUMBERS, Long.MAX_VALUE);
        goOn();
    }

    @AfterEach
    void othersGoOnAndNothingIsLeft() {
        goOn();
        Accounts.awaitSubscriptions(sink, 1);
        Accounts.awaitAllBack(sink);
        await().untilAsserted(() -> assertThat(files()).containsExactlyInAnyOrder("lock", "pool", "socket"));
        upstream.complete();
        stays.awaitComplete();
        assertThat(stays.items()).isEqualTo(LongStream.rangeClosed(1, number).boxed().toList());
        stays.verify();
        sink.onTerminate().block(END);
    }

    private void goOn() {
        for (int i = 0; i < 20; i++) {
            upstream.nextOnDemand(++number);
        }
        stays.awaitItems((int) number);
    }

    private List<String> files() throws IOException {
        try (Stream<Path> files = Files.list(channel.directory())) {
            // The owner's figures come a moment after the channel.
            return files.map(file -> file.getFileName().toString()).filter(name -> !name.equals("stats")).toList();
        }
    }

    private RawMessage hello() {
        return RawMessage.hello(RawConsumer.VERSION, RawConsumer.LOSSLESS, "", channel.name());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 2, 65_535})
    void S8_aConsumerOfAnotherVersionIsRefusedWithExpectedAndFound(int version) throws IOException {
        try (RawConsumer peer = RawConsumer.connect(channel)) {
            peer.send(
                    new RawMessage(RawMessage.HELLO, version, "another version's body".getBytes(StandardCharsets.UTF_8))
                            .bytes());
            assertRefused(peer, REFUSED_VERSION, "1", String.valueOf(version));
        }
        assertThat(sink.subscriptions()).isEqualTo(1);
    }

    @Test
    void S8_aConsumerOfAnotherContentTypeIsRefusedWithExpectedAndFound() throws IOException {
        try (RawConsumer peer = RawConsumer.connect(channel)) {
            peer.send(RawMessage.hello(RawConsumer.VERSION, RawConsumer.LOSSLESS, "image/bgr", channel.name())
                    .bytes());
            assertRefused(peer, REFUSED_CONTENT_TYPE, NUMBERS.contentType(), "image/bgr");
        }
    }

    @Test
    void S8_aSourceOfAnotherContentTypeIsToldExpectedAndFoundAndReadsNothing() {
        Recorder<ShmFrame> raw = Recorder.asking(Long.MAX_VALUE);
        channel.source().contentType("image/bgr").build().subscribe(raw);
        ShmTypeMismatchException error = raw.awaitError(ShmTypeMismatchException.class);
        assertThat(error.getExpected()).isEqualTo("image/bgr");
        assertThat(error.getFound()).isEqualTo(NUMBERS.contentType());
        assertThat(error.getChannel()).isEqualTo(channel.name());
        assertThat(error.isRetryable()).isFalse();
        assertThat(error).hasMessageContaining("'image/bgr'").hasMessageContaining("'" + NUMBERS.contentType() + "'");
        goOn();
        assertThat(raw.items()).isEmpty();
        raw.verify();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 4, 99, -1})
    void S3_aModeThatDoesNotExistIsRefused(int mode) throws IOException {
        try (RawConsumer peer = RawConsumer.connect(channel)) {
            peer.send(RawMessage.hello(RawConsumer.VERSION, mode, "", channel.name()).bytes());
            assertRefused(peer, REFUSED_MODE, "[LOSSLESS, LATEST, GROUP]", String.valueOf(mode));
        }
    }

    @Test
    void S3_aGroupWithoutANameIsRefused() throws IOException {
        try (RawConsumer peer = RawConsumer.connect(channel)) {
            peer.send(RawMessage.hello(RawConsumer.VERSION, 3, "", channel.name()).bytes());
            assertRefused(peer, REFUSED_PROTOCOL, "", "");
        }
    }

    private static void assertRefused(RawConsumer peer, int code, String expected, String found) throws IOException {
        RawMessage answer = peer.receive();
        assertThat(answer.type()).isEqualTo(RawMessage.REFUSED);
        RawMessage.Fields fields = answer.fields();
        assertThat(fields.nextInt()).as("code").isEqualTo(code);
        assertThat(fields.nextText()).as("reason").isNotEmpty();
        assertThat(fields.nextText()).as("expected").isEqualTo(expected);
        assertThat(fields.nextText()).as("found").isEqualTo(found);
        peer.assertNoMoreMessages();
    }

    static Stream<Named<byte[]>> rubbish() {
        RawMessage hello = RawMessage.hello(RawConsumer.VERSION, RawConsumer.LOSSLESS, "", "channel");
        byte[] body = hello.body();
        byte[] longText = body.clone();
        // The length of the group's name, behind the mode and the flags.
        longText[8] = (byte) 0xff;
        longText[9] = (byte) 0xff;
        return Stream.of(Named.of("a web request", "GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII)),
                Named.of("zeros", new byte[64]),
                Named.of("a body of 2 GiB", hello.bytesAnnouncing(Integer.MAX_VALUE)),
                Named.of("a body of less than nothing", hello.bytesAnnouncing(-1)),
                Named.of("a body of one byte more than allowed", hello.bytesAnnouncing(8193)),
                Named.of("a body that ends too early",
                        new RawMessage(RawMessage.HELLO, 1, Arrays.copyOf(body, 5)).bytes()),
                Named.of("a body with something behind it",
                        new RawMessage(RawMessage.HELLO, 1, Arrays.copyOf(body, body.length + 3)).bytes()),
                Named.of("a text that is longer than its body", new RawMessage(RawMessage.HELLO, 1, longText).bytes()),
                Named.of("no body", new RawMessage(RawMessage.HELLO, 1, new byte[0]).bytes()),
                Named.of("ATTACHED before HELLO", RawMessage.attached(1).bytes()),
                Named.of("a type that does not exist", new RawMessage(99, 1, body).bytes()),
                Named.of("WELCOME", RawMessage.welcome(1, 1, 1, 8, 8, "x").bytes()),
                Named.of("HELLO for another channel", hello.bytes()));
    }

    @ParameterizedTest
    @MethodSource("rubbish")
    void S3_rubbishIsRefused(byte[] bytes) throws IOException {
        try (RawConsumer peer = RawConsumer.connect(channel)) {
            peer.send(bytes);
            assertRefused(peer, REFUSED_PROTOCOL, "", "");
        }
    }

    @Test
    void S3_aMessageIsReadHoweverItsBytesAreSplit() throws IOException {
        byte[] hello = hello().bytes();
        for (int split = 1; split < hello.length; split++) {
            try (RawConsumer peer = RawConsumer.connect(channel)) {
                peer.send(Arrays.copyOf(hello, split));
                if (split % 8 == 0) {
                    // The first part is read by the time in which all others are served.
                    goOn();
                }
                peer.send(Arrays.copyOfRange(hello, split, hello.length));
                assertThat(peer.receive().type()).as("answer to a split at %s", split).isEqualTo(RawMessage.WELCOME);
            }
        }
    }

    @Test
    void S3_anAttachedIsReadHoweverItsBytesAreSplit() throws IOException {
        byte[] attached = RawMessage.attached(RawConsumer.VERSION).bytes();
        for (int split = 1; split < attached.length; split++) {
            try (RawConsumer peer = RawConsumer.connect(channel)) {
                peer.send(hello().bytes());
                assertThat(peer.receive().type()).isEqualTo(RawMessage.WELCOME);
                peer.send(Arrays.copyOf(attached, split));
                goOn();
                assertThat(sink.subscriptions()).as("with %s bytes", split).isEqualTo(1);
                peer.send(Arrays.copyOfRange(attached, split, attached.length));
                Accounts.awaitSubscriptions(sink, 2);
            }
            Accounts.awaitSubscriptions(sink, 1);
        }
    }

    @Test
    void S3_peersThatSayPartOfAMessageOrNothingHoldUpNobody() throws IOException {
        byte[] hello = hello().bytes();
        try (RawConsumer silent = RawConsumer.connect(channel);
                RawConsumer half = RawConsumer.connect(channel);
                RawConsumer welcome = RawConsumer.connect(channel)) {
            half.send(Arrays.copyOf(hello, 7));
            welcome.send(hello);
            assertThat(welcome.receive().type()).isEqualTo(RawMessage.WELCOME);
            Recorder<Long> newcomer = channel.record(NUMBERS, Long.MAX_VALUE);
            Accounts.awaitSubscriptions(sink, 2);
            goOn();
            newcomer.awaitItems(20);
            newcomer.cancel();
            newcomer.verify();
            // Still within its time, a peer may go on where it had stopped.
            half.send(Arrays.copyOfRange(hello, 7, hello.length));
            assertThat(half.receive().type()).isEqualTo(RawMessage.WELCOME);
            silent.send(hello);
            assertThat(silent.receive().type()).isEqualTo(RawMessage.WELCOME);
        }
    }

    @Tag("storm")
    @Test
    void S3_peersThatNeverFinishAreLetGoAfterTenSecondsStorm() throws IOException {
        try (RawConsumer silent = RawConsumer.connect(channel); RawConsumer welcome = RawConsumer.connect(channel)) {
            welcome.send(hello().bytes());
            assertThat(welcome.receive().type()).isEqualTo(RawMessage.WELCOME);
            silent.awaitClosed();
            welcome.awaitClosed();
        }
    }

    @Test
    void S3_moreSilentPeersThanThereIsRoomForAreTurnedAwayAndOthersComeInAfterwards() throws IOException {
        List<RawConsumer> silent = new java.util.ArrayList<>();
        for (int i = 0; i < 64; i++) {
            silent.add(RawConsumer.connect(channel));
        }
        try (RawConsumer oneMore = RawConsumer.connect(channel)) {
            oneMore.awaitClosed();
        }
        Recorder<Long> newcomer = channel.record(NUMBERS, Long.MAX_VALUE);
        goOn();
        for (RawConsumer peer : silent) {
            peer.close();
        }
        Accounts.awaitSubscriptions(sink, 2);
        goOn();
        newcomer.awaitItems(20);
        newcomer.cancel();
        newcomer.verify();
    }

    @Test
    void S3_aPeerThatLeavesAfterItsWelcomeLeavesNoControlFile() throws IOException {
        try (RawConsumer peer = RawConsumer.connect(channel)) {
            peer.send(hello().bytes());
            Path control = peer.map(peer.receive());
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(control))).isEqualTo("rw-------");
        }
        await().untilAsserted(() -> assertThat(files()).containsExactlyInAnyOrder("lock", "pool", "socket"));
    }

    @Test
    void S3_aSecondHelloInsteadOfAttachedIsRefused() throws IOException {
        try (RawConsumer peer = RawConsumer.connect(channel)) {
            peer.send(hello().bytes());
            assertThat(peer.receive().type()).isEqualTo(RawMessage.WELCOME);
            peer.send(hello().bytes());
            assertRefused(peer, REFUSED_PROTOCOL, "", "");
        }
    }
}
