package io.github.reactorshm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;

import io.github.reactorshm.codec.BytesCodec;
import io.github.reactorshm.testkit.Channel;
import io.github.reactorshm.testkit.ChildJvm;
import io.github.reactorshm.testkit.RawConsumer;
import io.github.reactorshm.testkit.RawMessage;
import io.github.reactorshm.testkit.RemoteEnd;
import io.github.reactorshm.testkit.SinkRole;
import io.github.reactorshm.testkit.TestDirectory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Flux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

/** What channels and directories may be called, and who may reach them. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class NamesAndModesTest {

    private static final BytesCodec BYTES = BytesCodec.ofSlotSize(8);

    @AutoClose
    private static final TestDirectory DIRECTORY = TestDirectory.create();

    @AfterEach
    void nothingWasMade() throws IOException {
        try (Stream<Path> files = Files.list(DIRECTORY.path())) {
            assertThat(files.map(Path::getFileName).map(Path::toString).filter(name -> !name.equals(".lock")))
                    .isEmpty();
        }
    }

    static Stream<String> names() {
        return Stream.of("", " ", ".", "..", "/", "a/b", "../a", "-a", ".a", "_a", "camera 0", "camera\n", "Kamera-ä",
                "a\0b", "a".repeat(65), "a".repeat(200));
    }

    @ParameterizedTest
    @MethodSource("names")
    void S2_aNameThatIsNotAllowedIsRefusedAtBothEndsNamingTheLimit(String name) {
        for (Consumer<String> end : List.<Consumer<String>>of(ShmSink::channel, ShmSource::channel)) {
            assertThatIllegalArgumentException().isThrownBy(() -> end.accept(name)).withMessageContaining("1 to 64")
                    .withMessageContaining(String.valueOf(name.length())).satisfies(e -> assertThat(e.getMessage())
                            .as("a name is not repeated whole").hasSizeLessThan(300));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "0", "camera-0", "A.b_c-d", "a.."})
    void S2_aNameThatIsAllowedIsTakenAtBothEnds(String name) {
        assertThat(ShmSink.channel(name)).isNotNull();
        assertThat(ShmSource.channel(name).baseDirectory(DIRECTORY.path()).build().toString()).contains(name);
    }

    @Test
    void S2_aBaseDirectoryThatMakesTheSocketsPathTooLongIsRefusedAtBothEnds() {
        Path deep = DIRECTORY.path().resolve("d".repeat(100));
        ShmSinkBuilder<byte[]> sink = ShmSink.<byte[]>channel("camera").codec(BYTES).baseDirectory(deep);
        ShmSourceBuilder<ShmFrame> source = ShmSource.channel("camera").baseDirectory(deep);
        List<Runnable> calls = List.of(sink::open, sink::openLater, () -> sink.send(Flux.empty()), source::build,
                source::frames);
        for (Runnable call : calls) {
            assertThatIllegalArgumentException().isThrownBy(call::run).withMessageContaining("106 bytes")
                    .withMessageContaining(deep.toString()).withMessageContaining("reactorshm.directory");
        }
        assertThat(deep).doesNotExist();
    }

    @Test
    void S2_theLongestPathsAreTaken() throws IOException {
        // The socket's path has just 106 bytes, all that Java takes; the directory in which it is built has a name of 13 too.
        String name = "camera-000000";
        int left = 106 - DIRECTORY.path().toString().length() - "/".length() - ("/" + name + "/socket").length();
        Path base = DIRECTORY.path().resolve("d".repeat(left));
        ShmSink<byte[]> sink = ShmSink.<byte[]>channel(name).codec(BYTES).baseDirectory(base).open();
        assertThat(Flux.from(ShmSource.channel(name).baseDirectory(base).codec(BYTES).build())
                .doOnSubscribe(s -> Flux.just(new byte[3]).subscribe(sink)).blockLast(ChildJvm.PATIENCE)).hasSize(3);
        sink.onTerminate().block(ChildJvm.PATIENCE);
        Files.delete(base.resolve(".lock"));
        Files.delete(base);
    }

    @Test
    void S5_nothingThatAChannelMakesIsOpenToOthersUnderUmask000() throws Exception {
        Path base = DIRECTORY.path().resolve("base");
        List<String> umask = List.of("sh", "-c", "umask 000; exec \"$0\" \"$@\"");
        try (ChildJvm child = ChildJvm.start(umask, List.of(), SinkRole.class)) {
            RemoteEnd sink = RemoteEnd.open(child, "s", "channel=camera directory=" + base);
            Channel channel = new Channel(base, "camera");
            try (RawConsumer consumer = RawConsumer.connect(channel)) {
                consumer.send(RawMessage.hello(RawConsumer.VERSION, RawConsumer.LOSSLESS, "", "camera").bytes());
                consumer.map(consumer.receive());
                // The subscription's file has a name until ATTACHED; the owner's figures come a moment after the channel.
                await().until(() -> Files.exists(channel.directory().resolve("stats")));
                assertModes(base);
                consumer.send(RawMessage.attached(RawConsumer.VERSION).bytes());
            }
            assertThat(sink.awaitEnd().errors()).isEqualTo(1);
        }
        Files.delete(base.resolve(".lock"));
        Files.delete(base);
    }

    private static void assertModes(Path base) throws IOException {
        try (Stream<Path> entries = Files.walk(base)) {
            List<Path> all = entries.toList();
            assertThat(all.stream().map(path -> base.relativize(path).toString()))
                    .containsExactlyInAnyOrder("", ".lock", "camera", "camera/lock", "camera/pool", "camera/socket",
                            "camera/stats", "camera/sub-1");
            for (Path path : all) {
                String mode = PosixFilePermissions
                        .toString(Files.getPosixFilePermissions(path, LinkOption.NOFOLLOW_LINKS));
                assertThat(mode).as("%s", path).isEqualTo(Files.isDirectory(path) ? "rwx------" : "rw-------");
            }
        }
    }
}
