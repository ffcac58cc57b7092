package io.github.reactorshm.control;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import io.github.reactorshm.error.ShmAccessException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

class DeadChannelsTest {

    @TempDir(factory = ShmDirectory.class)
    Path temporary;

    private BaseDirectory base;

    @BeforeEach
    void create() {
        base = BaseDirectory.resolve(temporary.resolve("base"));
        base.create();
    }

    /** What a killed owner leaves; nobody holds the lock. */
    private Path dead(String name, String... files) throws IOException {
        Path directory = Files.createDirectory(base.channel(name), ChannelFiles.directoryMode());
        for (String file : files) {
            Files.write(directory.resolve(file), new byte[10_000]);
        }
        return directory;
    }

    @Test
    void M3_twentyPoolsOfDeadOwnersGoBeforeANewOneIsMade() throws IOException {
        for (int i = 0; i < 20; i++) {
            dead("camera-" + i, "lock", "pool", "stats", "sub-1f");
        }
        List<Boolean> gone = new ArrayList<>();
        OwnedChannel channel = new Opening(base, "new", Channels.header(), step -> {
            if (step == OpeningStep.DIRECTORY_MADE) {
                gone.add(!Files.exists(base.channel("camera-0")) && !Files.exists(base.channel("camera-19")));
            }
        }).run();

        assertThat(gone).containsExactly(true);
        assertThat(Channels.tree(base.path())).containsExactly(".lock", "new", "new/lock", "new/pool", "new/socket");
        Channels.close(channel);
    }

    @Test
    void everyStageOfADeadChannelIsRemoved() throws IOException {
        List<Path> dead = List.of(dead(".new-01234567"), dead(".new-89abcdef", "lock"),
                dead(".new-00000000", "lock", "pool"),
                dead("camera-0", "lock", "pool", "stats", "sub-0", "sub-ffffffffffffffff"),
                dead("without-lock", "pool"), dead("empty"));

        assertThat(DeadChannels.clean(base)).containsExactlyInAnyOrderElementsOf(dead);
        assertThat(Channels.tree(base.path())).containsExactly(".lock");
        assertThat(DeadChannels.clean(base)).isEmpty();
    }

    @Test
    void liveChannelsOfThisAndOfOtherProcessesStay() throws Exception {
        OwnedChannel own = Channels.open(base, "own");
        try (ChildJvm child = ChildJvm.start(OwnerChild.class, base.toString(), "other", "none")) {
            assertThat(child.hear()).isEqualTo("ready");
            child.tell("open");
            assertThat(child.hear()).isEqualTo("open");
            Path dead = dead("dead", "lock", "pool");
            List<String> live = List.of(".lock", "other", "other/lock", "other/pool", "other/socket", "own", "own/lock",
                    "own/pool", "own/socket");

            assertThat(DeadChannels.clean(base)).containsExactly(dead);
            assertThat(DeadChannels.clean(base)).isEmpty();
            assertThat(Channels.tree(base.path())).isEqualTo(live);

            child.tell("close");
            assertThat(child.hear()).isEqualTo("closed");
        }
        Channels.close(own);
        assertThat(Channels.tree(base.path())).containsExactly(".lock");
    }

    @Test
    void whatIsNotOfTheLibraryStays() throws IOException {
        Files.createFile(base.path().resolve("readme"));
        Files.createDirectory(base.path().resolve(".hidden"));
        Files.createDirectory(base.path().resolve(".new-0123456"));
        Files.createDirectory(base.path().resolve(".new-0123456x"));
        dead("project", "pool", "notes.txt");
        Files.createFile(base.path().resolve("file-with-a-channels-name"));
        List<String> before = Channels.tree(base.path());

        assertThat(DeadChannels.clean(base)).isEmpty();
        assertThat(Channels.tree(base.path())).containsAll(before).hasSize(before.size() + 1);
    }

    @Test
    void aForeignFileInADeadChannelStaysAndTheRestGoes() throws IOException {
        Path dead = dead("camera-0", "lock", "pool", "sub-1", "sub-x", "notes.txt");
        Files.createDirectory(dead.resolve("stats"));

        assertThat(DeadChannels.clean(base)).isEmpty();
        assertThat(Channels.tree(dead)).containsExactly("lock", "notes.txt", "stats", "sub-x");
        assertThatThrownBy(() -> Channels.open(base, "camera-0")).isInstanceOf(ShmAccessException.class)
                .hasMessageContainingAll(dead.toString(), "remove it by hand");
    }

    @Test
    void S6_noLinkIsFollowed() throws IOException {
        Path outside = Files.createDirectory(temporary.resolve("outside"));
        Files.createFile(outside.resolve("lock"));
        Files.createFile(outside.resolve("pool"));
        Files.createSymbolicLink(base.channel("link"), outside);
        Path dead = dead("camera-0", "lock");
        Files.createSymbolicLink(dead.resolve("pool"), outside.resolve("pool"));
        Path linkedLock = dead("camera-1", "pool");
        Files.createSymbolicLink(linkedLock.resolve("lock"), outside.resolve("lock"));

        assertThat(DeadChannels.clean(base)).isEmpty();
        assertThat(Channels.tree(outside)).containsExactly("lock", "pool");
        assertThat(Channels.tree(base.path())).contains("link", "camera-0/pool", "camera-1/pool", "camera-1/lock");
        for (String name : List.of("link", "camera-0", "camera-1")) {
            assertThatThrownBy(() -> Channels.open(base, name)).isInstanceOf(ShmAccessException.class)
                    .hasMessageContaining(base.channel(name).toString());
        }
        assertThat(Channels.tree(outside)).containsExactly("lock", "pool");
    }

    @Test
    void S6_leftoversOfAnotherUserStayAndOtherNamesOpen() throws IOException {
        assumeTrue(Privileges.isRoot(), "needs root, to give files to another user");
        Path directory = dead("camera-0", "lock", "pool");
        Files.setAttribute(directory, "unix:uid", 12345);
        Path file = dead("camera-1", "lock", "pool").resolve("pool");
        Files.setAttribute(file, "unix:uid", 12345);
        Path lock = dead("camera-2", "lock", "pool").resolve("lock");
        Files.setAttribute(lock, "unix:uid", 12345);
        List<String> before = Channels.tree(base.path());

        OwnedChannel other = Channels.open(base, "camera-9");
        Channels.close(other);

        assertThat(Channels.tree(base.path())).containsAll(before);
        assertThatThrownBy(() -> Channels.open(base, "camera-0")).isInstanceOf(ShmAccessException.class)
                .hasMessageContainingAll(directory.toString(), "user 12345");
        assertThatThrownBy(() -> Channels.open(base, "camera-1")).isInstanceOf(ShmAccessException.class)
                .hasMessageContainingAll(file.toString(), "user 12345");
        assertThatThrownBy(() -> Channels.open(base, "camera-2")).isInstanceOf(ShmAccessException.class)
                .hasMessageContainingAll(lock.getParent().toString(), "lock");
        assertThat(Channels.tree(base.path())).containsAll(before);
    }

    @Test
    void aDirectoryThatIsNotThereIsClean() {
        assertThat(DeadChannels.clean(BaseDirectory.resolve(temporary.resolve("nowhere")))).isEmpty();
        assertThat(temporary.resolve("nowhere")).doesNotExist();
    }
}
