package io.github.reactorshm.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;

import io.github.reactorshm.ShmFrame;
import io.github.reactorshm.ShmSink;
import io.github.reactorshm.testkit.Accounts;
import io.github.reactorshm.testkit.Channel;
import io.github.reactorshm.testkit.ChildJvm;
import io.github.reactorshm.testkit.ManualUpstream;
import io.github.reactorshm.testkit.Payloads;
import io.github.reactorshm.testkit.Processes;
import io.github.reactorshm.testkit.RawConsumer;
import io.github.reactorshm.testkit.Recorder;
import io.github.reactorshm.testkit.RemoteEnd;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** The command, as a process, beside real channels. */
class CommandTest {

    /** Figures are written every 250 ms; the command is a JVM, on a machine that may be busy. */
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Payloads NUMBERS = Payloads.varied(0, 100);

    @RegisterExtension
    final Processes processes = new Processes();

    private final ManualUpstream<Long> upstream = new ManualUpstream<>();

    private Command run(String... args) {
        return Command.run(processes.directory(), args);
    }

    @Test
    void whereThereIsNothingItSaysSo() {
        assertThat(run("list").succeeded().out()).isEqualTo("no channels in " + processes.directory() + "\n");
        assertThat(run("list", "--json").json()).isEmpty();
        assertThat(run("clean").succeeded().out()).startsWith("nothing to remove in ");
        assertThat(run("show", "camera-0").failed(1).err()).contains("no channel 'camera-0' in ");
    }

    @Test
    void itShowsAChannelWithEachOfItsSubscriptions() {
        Channel channel = new Channel(processes.directory(), "camera-0");
        ShmSink<Long> sink = channel.sink(NUMBERS).slots(8).keepOpen().open();
        upstream.subscribe(sink);
        Recorder<ShmFrame> lossless = channel.recordFrames(5);
        Accounts.awaitSubscriptions(sink, 1);
        Recorder<ShmFrame> member = Recorder.asking(Long.MAX_VALUE);
        channel.source().group("workers").build().subscribe(member);
        Accounts.awaitSubscriptions(sink, 2);
        for (long n = 1; n <= 3; n++) {
            upstream.nextOnDemand(n);
        }
        lossless.awaitItems(3);
        member.awaitItems(3);
        lossless.items().getFirst().close();
        Accounts.awaitHeld(sink, 5);

        await().atMost(PATIENCE).untilAsserted(() -> {
            JsonNode figures = run("show", "camera-0", "--json", "--interval=0").json().get("figures");
            assertThat(figures.get("published").asLong()).isEqualTo(3);
            assertThat(figures.get("held").asLong()).isEqualTo(5);
            assertThat(figures.get("demand").asLong()).isEqualTo(2);
            assertThat(figures.get("credit").asLong()).isEqualTo(2);
            JsonNode first = figures.get("subscriptions").get(0);
            assertThat(first.get("id").asLong()).isEqualTo(1);
            assertThat(first.get("mode").asString()).isEqualTo("lossless");
            assertThat(first.get("demand").asLong()).isEqualTo(2);
            assertThat(first.get("held").asLong()).isEqualTo(2);
            assertThat(first.get("delivered").asLong()).isEqualTo(3);
            JsonNode second = figures.get("subscriptions").get(1);
            assertThat(second.get("mode").asString()).isEqualTo("group");
            assertThat(second.get("group").asString()).isEqualTo("workers");
            assertThat(second.get("demand").asLong()).isEqualTo(Long.MAX_VALUE - 3);
            assertThat(second.get("held").asLong()).isEqualTo(3);
        });
        String text = run("show", "camera-0").succeeded().out();
        assertThat(text).contains("channel    camera-0, alive, process " + ProcessHandle.current().pid(),
                "8 slots of 100 bytes", "3 frames, 0.0/s, the newest ", " old\n")
                .containsPattern("1 +lossless +- +2 +2 +3 +0.0/s +0 +0.0/s +0\\R")
                .containsPattern("2 +group +workers +unbounded +3 +3 +0.0/s +0 +0.0/s +0\\R");
        assertThat(run("list").succeeded().out().lines().toList().get(1))
                .matches("camera-0 +alive +\\S+ KiB +8 +100 B +2 +3 +\\d+ +\\S+");

        lossless.items().forEach(ShmFrame::close);
        member.items().forEach(ShmFrame::close);
        sink.dispose();
        sink.onTerminate().onErrorComplete().block(PATIENCE);
    }

    @Test
    void itShowsWhatWasSkippedWhatCameAgainAndWhoHoards() throws IOException {
        Channel channel = new Channel(processes.directory(), "camera-1");
        ShmSink<Long> sink = channel.sink(NUMBERS).slots(16).heldLimit(3).awaitSubscribers(3).open();
        upstream.subscribe(sink);
        Recorder<Long> viewer = Recorder.asking(1);
        channel.source(NUMBERS).latest().build().subscribe(viewer);
        Accounts.awaitSubscriptions(sink, 1);
        Recorder<ShmFrame> hoarder = Recorder.asking(Long.MAX_VALUE);
        Recorder<Long> worker = Recorder.asking(0);
        try (RawConsumer dies = RawConsumer.attach(channel, RawConsumer.GROUP, "workers")) {
            Accounts.awaitSubscriptions(sink, 2);
            channel.source().group("workers").build().subscribe(hoarder);
            Accounts.awaitSubscriptions(sink, 3);
            dies.request(2);
            for (long n = 1; n <= 5; n++) {
                upstream.nextOnDemand(n);
            }
            hoarder.awaitItems(3);
            await().atMost(PATIENCE).until(() -> dies.isPublished(2));
            dies.putLong(RawConsumer.TAKEN, 2);
            channel.source(NUMBERS).group("workers").build().subscribe(worker);
            Accounts.awaitSubscriptions(sink, 4);
        }
        Accounts.awaitSubscriptions(sink, 3);
        worker.request(10);
        worker.awaitItems(2);
        for (long n = 6; n <= 10; n++) {
            upstream.nextOnDemand(n);
        }
        worker.awaitItems(7);
        await().atMost(PATIENCE).untilAsserted(() -> {
            JsonNode all = run("show", "camera-1", "--json", "--interval=0").json().get("figures").get("subscriptions");
            assertThat(all).hasSize(3);
            // It took the first one and asked for no more; the newest waits for it.
            assertThat(all.get(0).get("delivered").asLong()).isEqualTo(1);
            assertThat(all.get(0).get("skipped").asLong()).isEqualTo(8);
            assertThat(all.get(1).get("hoarding").asBoolean()).isTrue();
            assertThat(all.get(2).get("redelivered").asLong()).isEqualTo(2);
            assertThat(all.get(2).get("hoarding").asBoolean()).isFalse();
        });
        assertThat(run("show", "camera-1").succeeded().out())
                .containsPattern("latest +- +0 +0 +1 +\\S+ +8 +\\S+ +0\\R")
                .containsPattern("group +workers +unbounded +3 +3 +\\S+ +0 +\\S+ +0 +hoarding\\R")
                .containsPattern("group +workers +3 +0 +7 +\\S+ +0 +\\S+ +2\\R");
        hoarder.items().forEach(ShmFrame::close);
        sink.dispose();
        sink.onTerminate().onErrorComplete().block(PATIENCE);
    }

    @Test
    void figuresOfAnOwnerThatIsStoppedGrowOldAndAreShownAllTheSame() {
        ChildJvm sinks = processes.sink();
        RemoteEnd sink = RemoteEnd.open(sinks, "k", processes.at("camera"));
        // Written once, at least.
        await().atMost(PATIENCE).until(() -> run("show", "camera", "--json", "--interval=0").json().has("figures"));
        sinks.stop();
        long stopped = System.nanoTime();
        await().pollDelay(Duration.ofSeconds(2)).atMost(PATIENCE).untilAsserted(() -> {
            long least = Duration.ofNanos(System.nanoTime() - stopped).toMillis();
            JsonNode shown = run("show", "camera", "--json", "--interval=0").json();
            assertThat(shown.get("channel").get("state").asString()).as("stopped is not dead").isEqualTo("alive");
            assertThat(shown.get("figures").get("ageMillis").asLong()).isGreaterThanOrEqualTo(least);
        });
        assertThat(run("show", "camera", "--interval=0").succeeded().out())
                .containsPattern("figures +\\d+\\.\\d s old");
        sinks.resume();
        sink.call("dispose");
    }

    @Test
    void ratesAreMeasuredBetweenTwoWritings() {
        ChildJvm sinks = processes.sink();
        ChildJvm sources = processes.source();
        RemoteEnd sink = RemoteEnd.open(sinks, "k", processes.at("camera") + "slots=8 gapMillis=10");
        RemoteEnd source = RemoteEnd.subscribe(sources, "s", processes.at("camera") + "type=decoded");
        source.await("received", 100);
        await().atMost(PATIENCE).untilAsserted(() -> {
            JsonNode shown = run("show", "camera", "--json", "--interval=1000").json();
            // 100 a second at most; a busy machine makes fewer.
            assertThat(shown.get("figures").get("publishedPerSecond").asDouble()).isBetween(1.0, 120.0);
            assertThat(shown.get("figures").get("subscriptions").get(0).get("deliveredPerSecond").asDouble())
                    .isBetween(1.0, 120.0);
            assertThat(shown.get("channel").get("pid").asLong()).isEqualTo(sinks.pid());
        });
        sink.call("dispose");
        source.awaitEnd();
    }

    @Test
    void itWatchesUntilTheChannelEnds() {
        ChildJvm sinks = processes.sink();
        RemoteEnd sink = RemoteEnd.open(sinks, "k", processes.at("camera"));
        Process watching = Command.start(
                List.of("-cp", System.getProperty("java.class.path"), ReactorShm.class.getName()), "show", "camera",
                "--watch", "--interval=50", "--json", "--directory=" + processes.directory());
        try (var lines = watching.inputReader()) {
            for (int i = 0; i < 5; i++) {
                assertThat(lines.readLine()).startsWith("{\"channel\":{\"name\":\"camera\",\"state\":\"alive\"");
            }
            sink.call("dispose");
            assertThat(lines.lines()).allMatch(line -> line.startsWith("{\"channel\":{\"name\":\"camera\""));
            assertThat(watching.onExit().join().exitValue()).isZero();
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        } finally {
            watching.destroyForcibly();
        }
    }

    @Test
    void aDeadChannelIsListedShownAndRemovedAndALivingOneStays() {
        ChildJvm victim = processes.sink();
        ChildJvm survivor = processes.sink();
        RemoteEnd.open(victim, "k", processes.at("dead"));
        RemoteEnd alive = RemoteEnd.open(survivor, "k", processes.at("alive"));
        victim.kill();

        JsonNode list = run("list", "--json").json();
        assertThat(list).hasSize(2);
        assertThat(list.get(0).get("state").asString()).isEqualTo("alive");
        assertThat(list.get(1).get("state").asString()).isEqualTo("dead");
        assertThat(run("show", "dead").succeeded().out()).contains("dead, dead, process " + victim.pid());
        assertThat(run("show", "dead", "--watch").succeeded().out()).contains("dead, dead, process ");
        assertThat(run("clean").succeeded().out()).matches("removed dead, \\S+ KiB\\R");
        assertThat(run("list", "--json").json()).hasSize(1);
        assertThat(run("clean", "--json").json()).isEmpty();
        assertThat(Files.exists(processes.directory().resolve("alive").resolve("socket"))).isTrue();
        alive.call("dispose");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "lst", "list --jsn", "list extra", "show", "show ../etc", "show .lock",
            "show camera --interval=x", "show camera --interval=-1", "show camera --watch --interval=0",
            "show camera --directory"})
    void wrongUsageIsOneLineAndStatus2(String args) {
        Command.run(args.isEmpty() ? new String[0] : args.split(" ")).failed(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"list", "clean", "show camera"})
    void aDirectoryThatIsOpenToOthersIsRefusedInOneLine(String args, @TempDir Path directory) throws Exception {
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
        assertThat(Command.run(directory, args.split(" ")).failed(1).err()).contains("chmod 700");
    }

    @Test
    void itHelps() {
        assertThat(Command.run("--help").succeeded().out()).contains("list", "show", "clean", "Exit status:");
        assertThat(Command.run("show", "--help").succeeded().out()).contains("--watch", "--json", "--directory=DIR");
        assertThat(Command.run("--version").succeeded().out()).startsWith("reactor-shm ");
    }
}
