package io.github.reactorshm.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import io.github.reactorshm.error.ShmAccessException;
import io.github.reactorshm.testkit.Channel;
import io.github.reactorshm.testkit.ChildJvm;
import io.github.reactorshm.testkit.Needs;
import io.github.reactorshm.testkit.Options;
import io.github.reactorshm.testkit.OtherUser;
import io.github.reactorshm.testkit.RawConsumer;
import io.github.reactorshm.testkit.RawMessage;
import io.github.reactorshm.testkit.RawProducer;
import io.github.reactorshm.testkit.RemoteEnd;
import io.github.reactorshm.testkit.Signals;
import io.github.reactorshm.testkit.SinkRole;
import io.github.reactorshm.testkit.SourceRole;
import io.github.reactorshm.testkit.TestDirectory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

/** Real processes of two other users, and root: what one of them has, no other reaches, removes or is served. */
@Timeout(value = 180, unit = TimeUnit.SECONDS)
class OtherUserTest {

    private static final int ANNA = OtherUser.FIRST;
    private static final int BERT = OtherUser.SECOND;
    private static final int REFUSED_USER = 3;

    private static OtherUser users;

    private final Deque<ChildJvm> children = new ArrayDeque<>();
    private TestDirectory parent;
    private Path annas;

    @BeforeAll
    static void copyTheClassPath() {
        Needs.otherUsers();
        users = OtherUser.prepare();
    }

    @AfterAll
    static void removeTheCopy() {
        if (users != null) {
            users.close();
        }
    }

    @BeforeEach
    void makeADirectoryAsOpenAsSharedMemory() throws IOException {
        parent = TestDirectory.create();
        Files.setPosixFilePermissions(parent.path(), PosixFilePermissions.fromString("rwxrwxrwx"));
        annas = parent.path().resolve("annas");
    }

    @AfterEach
    void end() {
        children.forEach(ChildJvm::close);
        parent.discard();
    }

    private ChildJvm child(int user, Class<?> role) {
        ChildJvm child = users.start(user, role);
        children.push(child);
        return child;
    }

    private static String at(Path base) {
        return "channel=camera directory=" + base + " ";
    }

    private RemoteEnd openAnnasSink(String options) {
        return RemoteEnd.open(child(ANNA, SinkRole.class), "k", at(annas) + options);
    }

    private void assertAnnaStreams(RemoteEnd sink, long frames) {
        RemoteEnd source = RemoteEnd.subscribe(child(ANNA, SourceRole.class), "s", at(annas));
        assertThat(source.awaitEnd()).isEqualTo(new Signals(frames, "", 1, 0, "", ""));
        assertThat(sink.awaitEnd()).isEqualTo(new Signals(frames, "", 1, 0, "", ""));
    }

    private static List<String> tree(Path directory) throws IOException {
        try (Stream<Path> entries = Files.walk(directory)) {
            return entries.map(Path::toString).sorted().toList();
        }
    }

    @Test
    void S7_aSourceOfAnotherUserIsToldWhoseItIsAndTheOwnersStreamGoesOn() {
        RemoteEnd sink = openAnnasSink("frames=500");
        for (RemoteEnd stranger : List.of(RemoteEnd.subscribe(child(BERT, SourceRole.class), "s", at(annas)),
                // Root could reach everything, and is another user all the same.
                RemoteEnd.subscribe(rootsSource(), "s", at(annas)))) {
            Signals signals = stranger.awaitEnd();
            assertThat(signals.failedWith(ShmAccessException.class)).as("%s", signals).isTrue();
            assertThat(signals.errorMessage()).contains(annas.toString(), "user " + ANNA);
        }
        assertAnnaStreams(sink, 500);
    }

    private ChildJvm rootsSource() {
        ChildJvm child = ChildJvm.start(SourceRole.class);
        children.push(child);
        return child;
    }

    @Test
    void S7_aPeerOfAnotherUserThatGetsThroughIsRefusedWithTheReasonOnBothSides() throws IOException {
        RemoteEnd sink = openAnnasSink("frames=500");
        // Root passes by the modes, as a process does that was handed a descriptor.
        try (RawConsumer peer = RawConsumer.connect(new Channel(annas, "camera"))) {
            RawMessage answer = peer.receive();
            assertThat(answer.type()).isEqualTo(RawMessage.REFUSED);
            RawMessage.Fields fields = answer.fields();
            assertThat(fields.nextInt()).isEqualTo(REFUSED_USER);
            assertThat(fields.nextText()).contains("own user");
            assertThat(fields.nextText()).as("expected").isEqualTo(String.valueOf(ANNA));
            assertThat(fields.nextText()).as("found").isEqualTo("root");
            peer.assertNoMoreMessages();
        }
        await().untilAsserted(() -> assertThat(sink.child().output()).contains("a process of user root was refused"));
        assertAnnaStreams(sink, 500);
    }

    @Test
    void S7_anOwnerThatIsAnotherUsersProcessIsRefusedThoughTheFilesLookRight() throws IOException {
        Files.createDirectory(annas,
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        Files.setAttribute(annas, "unix:uid", ANNA);
        try (RawProducer producer = RawProducer.open(new Channel(annas, "camera"))) {
            for (String entry : tree(annas)) {
                Files.setAttribute(Path.of(entry), "unix:uid", ANNA);
            }
            RemoteEnd source = RemoteEnd.subscribe(child(ANNA, SourceRole.class), "s", at(annas));
            Signals signals = source.awaitEnd();
            assertThat(signals.failedWith(ShmAccessException.class)).as("%s", signals).isTrue();
            assertThat(signals.errorMessage()).contains("process of user root", "only channels of " + ANNA);
            assertThatThrownBy(producer::accept).as("not even a HELLO was said").isInstanceOf(IOException.class);
        }
    }

    @Test
    void S7_aRefusalForTheUserReachesTheSubscriber() throws IOException {
        Channel own = Channel.in(parent);
        Files.setPosixFilePermissions(parent.path(), PosixFilePermissions.fromString("rwx------"));
        try (RawProducer producer = RawProducer.open(own)) {
            var recorder = own.recordFrames(1);
            producer.accept();
            producer.send(RawMessage.refused(RawConsumer.VERSION, REFUSED_USER, "only its own user may attach", "anna",
                    "bert").bytes());
            assertThat(recorder.awaitError(ShmAccessException.class)).hasMessageContaining("only its own user")
                    .hasMessageContaining("anna").hasMessageContaining("bert");
        }
    }

    @Test
    void S6_leftoversOfAnotherUserAreNamedAndStayAndAnotherPlaceWorks() throws IOException {
        RemoteEnd killed = openAnnasSink("");
        killed.child().kill();
        children.remove(killed.child());
        List<String> before = tree(annas);
        assertThat(before).contains(annas.resolve("camera/pool").toString());
        ChildJvm bert = child(BERT, SinkRole.class);
        assertThatThrownBy(() -> RemoteEnd.open(bert, "k", at(annas)))
                .hasMessageContaining(ShmAccessException.class.getSimpleName()).hasMessageContaining(annas.toString())
                .hasMessageContaining("user " + ANNA).hasMessageContaining("user " + BERT);
        assertThat(tree(annas)).isEqualTo(before);

        // Within Bert's own directory, where somebody has put it.
        Path berts = parent.path().resolve("berts");
        RemoteEnd.open(bert, "other", "channel=other frames=0 directory=" + berts);
        Files.move(annas.resolve("camera"), berts.resolve("camera"));
        assertThatThrownBy(() -> RemoteEnd.open(bert, "k", at(berts)))
                .hasMessageContaining(ShmAccessException.class.getSimpleName())
                .hasMessageContaining(berts.resolve("camera").toString()).hasMessageContaining("user " + ANNA);
        RemoteEnd beside = RemoteEnd.open(bert, "beside", "channel=beside frames=100 directory=" + berts);
        RemoteEnd source = RemoteEnd.subscribe(child(BERT, SourceRole.class), "s",
                "channel=beside directory=" + berts);
        assertThat(source.awaitEnd()).isEqualTo(new Signals(100, "", 1, 0, "", ""));
        assertThat(beside.awaitEnd().completions()).isEqualTo(1);
        assertThat(tree(berts.resolve("camera"))).hasSize(before.size() - 2);
        RemoteEnd again = openAnnasSink("frames=100");
        assertAnnaStreams(again, 100);
    }

    @Test
    void S5_underUmask000AnotherUserReachesNothingAtAnyMoment() throws IOException {
        Path open = Files.createDirectory(parent.path().resolve("open"));
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxr-xr-x"));
        Path reachable = Files.createFile(open.resolve(".lock"));
        Files.setPosixFilePermissions(reachable, PosixFilePermissions.fromString("rw-r--r--"));
        ChildJvm control = users.start(BERT, Prowler.class, open.toString());
        ChildJvm prowler = users.start(BERT, Prowler.class, annas.toString());
        children.push(control);
        children.push(prowler);
        ChildJvm sinks = users.startOpen(ANNA, SinkRole.class);
        ChildJvm sources = users.startOpen(ANNA, SourceRole.class);
        children.push(sinks);
        children.push(sources);
        awaitRounds(control, 50);
        awaitRounds(prowler, 1);
        // Each opening counts during which it went round at least once; on a busy machine it does not get to that in all.
        int watched = 0;
        for (int i = 0; watched < 20; i++) {
            assertThat(i).as("openings, with %s that were prowled around", watched).isLessThan(200);
            long before = look(prowler).number("rounds");
            RemoteEnd sink = RemoteEnd.open(sinks, "k" + i, at(annas) + "frames=50");
            watched += look(prowler).number("rounds") > before + 1 ? 1 : 0;
            RemoteEnd source = RemoteEnd.subscribe(sources, "s" + i, at(annas));
            assertThat(source.awaitEnd().received()).isEqualTo(50);
            assertThat(sink.awaitEnd().completions()).isEqualTo(1);
            // The base directory, too, is made anew each time.
            Files.delete(annas.resolve(".lock"));
            Files.delete(annas);
        }
        assertThat(look(control).text("reached")).contains("read " + reachable).contains("list " + open);
        assertThat(look(prowler).text("reached")).isEmpty();
    }

    private static Options look(ChildJvm prowler) {
        return Options.parse(prowler.call("reached", new Options()));
    }

    private static void awaitRounds(ChildJvm prowler, long rounds) {
        await().atMost(ChildJvm.PATIENCE).until(() -> look(prowler).number("rounds") >= rounds);
    }
}
