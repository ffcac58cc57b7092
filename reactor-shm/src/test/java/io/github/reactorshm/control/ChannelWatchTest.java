package io.github.reactorshm.control;

import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;

import io.github.reactorshm.control.SeenChannel.State;
import io.github.reactorshm.error.ShmAccessException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

/** Channels looked at from outside: who lives, who is dead, and that nobody notices. */
class ChannelWatchTest {

    @TempDir(factory = ShmDirectory.class)
    Path temporary;

    private BaseDirectory base;

    @BeforeEach
    void resolve() {
        base = BaseDirectory.resolve(temporary.resolve("base"));
    }

    private ChannelWatch watch(boolean byTable) {
        return byTable ? new ChannelWatch(base) : new ChannelWatch(base, () -> LockTable.parse(""));
    }

    private State stateOf(String name, boolean byTable) {
        return watch(byTable).find(name).state();
    }

    @Test
    void thereIsNothingWhereNothingIs() {
        assertThat(watch(true).list()).isEmpty();
        assertThat(watch(true).find("camera-0")).isNull();
        assertThat(Files.exists(base.path())).isFalse();
        assertThatThrownBy(() -> watch(true).find("../camera")).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aLivingOwnerIsAliveAlsoWhenStoppedAndADeadOneIsDead(boolean byTable) throws Exception {
        try (ChildJvm owner = ChildJvm.start(OwnerChild.class, base.path().toString(), "camera-0", "none")) {
            assertThat(owner.hear()).isEqualTo("ready");
            owner.tell("open");
            assertThat(owner.hear()).isEqualTo("open");
            assertThat(LockTable.read().names(base.channel("camera-0").resolve("lock"))).as("named by the table")
                    .isTrue();
            assertThat(stateOf("camera-0", byTable)).isEqualTo(State.ALIVE);
            owner.signal("STOP");
            assertThat(stateOf("camera-0", byTable)).as("stopped").isEqualTo(State.ALIVE);
            owner.signal("CONT");
            owner.kill();
        }
        SeenChannel dead = watch(byTable).find("camera-0");
        assertThat(dead.state()).isEqualTo(State.DEAD);
        assertThat(dead.pool()).isNotNull();
        assertThat(dead.bytes()).as("the pool, and a lock without bytes")
                .isEqualTo(dead.pool().geometry().fileSize());
        assertThat(watch(byTable).list()).extracting(SeenChannel::name, SeenChannel::state)
                .containsExactly(tuple("camera-0", State.DEAD));
        Channels.close(Channels.open(base, "camera-0"));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void anOpeningIsSeenAndItsRemainsToo(boolean byTable) throws Exception {
        try (ChildJvm owner = ChildJvm.start(OwnerChild.class, base.path().toString(), "camera-0", "POOL_WRITTEN")) {
            assertThat(owner.hear()).isEqualTo("ready");
            owner.tell("open");
            assertThat(owner.hear()).isEqualTo("POOL_WRITTEN");
            assertThat(watch(byTable).list()).extracting(SeenChannel::state).containsExactly(State.OPENING);
            owner.kill();
        }
        assertThat(watch(byTable).list()).extracting(SeenChannel::state).containsExactly(State.DEAD);
        assertThat(DeadChannels.clean(base)).hasSize(1);
    }

    @Test
    void anOwnerInThisProcessStaysLockedWhenItIsLookedAt() throws Exception {
        OwnedChannel channel = Channels.open(base, "camera-0");
        for (int i = 0; i < 100; i++) {
            assertThat(stateOf("camera-0", false)).isEqualTo(State.ALIVE);
        }
        try (ChildJvm other = ChildJvm.start(OwnerChild.class, base.path().toString(), "camera-0", "none")) {
            assertThat(other.hear()).isEqualTo("ready");
            other.tell("open");
            assertThat(other.hear()).as("what another process finds").isEqualTo("ShmChannelInUseException");
        }
        Channels.close(channel);
    }

    @Test
    void anOpeningNeverFindsItsNameTakenByOneWhoLooks() throws Exception {
        base.create();
        try (ChildJvm watching = ChildJvm.start(WatchingChild.class, base.path().toString())) {
            assertThat(watching.hear()).isEqualTo("looked");
            Path dead = base.channel("camera-0");
            for (int i = 0; i < 200; i++) {
                // What a dead owner leaves, which an opening takes the lock of, as the one who looks does.
                Files.createDirectory(dead, ChannelFiles.directoryMode());
                Files.createFile(dead.resolve("lock"), ChannelFiles.fileMode());
                try (BaseLock lock = BaseLock.acquire(base, BaseLock.TIMEOUT)) {
                    assertThat(DeadChannels.remove(lock, dead).fate()).as("round %s", i)
                            .isEqualTo(DeadChannels.Fate.REMOVED);
                }
                Channels.close(Channels.open(base, "camera-0"));
            }
            assertThat(watching.hear()).as("it looked all the time").isEqualTo("looked");
        }
    }

    @Test
    void whereTheBaseDirectoryIsLockedTheDeadAreUnknown() throws Exception {
        base.create();
        Path left = Files.createDirectory(base.channel("camera-0"), ChannelFiles.directoryMode());
        Files.createFile(left.resolve("lock"), ChannelFiles.fileMode());
        OwnedChannel alive = Channels.open(base, "camera-1");
        Files.createDirectory(base.channel("camera-0"), ChannelFiles.directoryMode());
        Files.createFile(left.resolve("lock"), ChannelFiles.fileMode());
        try (BaseLock lock = BaseLock.acquire(base, Duration.ofSeconds(10))) {
            assertThat(lock.base()).isSameAs(base);
            assertThat(watch(true).list()).extracting(SeenChannel::state)
                    .isEqualTo(List.of(State.UNKNOWN, State.ALIVE));
        }
        assertThat(stateOf("camera-0", true)).isEqualTo(State.DEAD);
        Channels.close(alive);
    }

    @Test
    void filesThatAreNotWhatTheyShouldBeAreARemarkAndNoLinkIsFollowed() throws Exception {
        OwnedChannel channel = Channels.open(base, "camera-0");
        assertThat(watch(true).find("camera-0").remark()).isEqualTo("it has no figures");
        Path secret = Files.write(temporary.resolve("secret"), new byte[8192]);
        Files.createSymbolicLink(channel.directory().resolve("stats"), secret);
        assertThat(watch(true).find("camera-0").remark()).contains("figures cannot be read", "symbolic link");
        Files.delete(channel.directory().resolve("stats"));
        Files.createFile(channel.directory().resolve("stats"), ChannelFiles.fileMode());
        Files.write(channel.directory().resolve("stats"), new byte[100]);
        assertThat(watch(true).find("camera-0").remark()).contains("100 bytes instead of 8192");
        Files.write(channel.directory().resolve("stats"), new byte[8192]);
        assertThat(watch(true).find("camera-0").remark()).contains("not written yet");
        try (FileChannel pool = FileChannel.open(channel.directory().resolve("pool"), StandardOpenOption.WRITE)) {
            pool.truncate(100_000);
        }
        SeenChannel seen = watch(true).find("camera-0");
        assertThat(seen.remark()).contains("truncated");
        assertThat(seen.pool()).isNull();
        assertThat(seen.state()).isEqualTo(State.ALIVE);
        Channels.close(channel);
        Files.createSymbolicLink(base.channel("camera-1"), temporary);
        assertThat(watch(true).list()).isEmpty();
    }

    @Test
    void aBaseDirectoryThatIsOpenToOthersIsRefused() throws Exception {
        Files.createDirectory(base.path());
        Files.setPosixFilePermissions(base.path(),
                java.nio.file.attribute.PosixFilePermissions.fromString("rwxr-xr-x"));
        assertThatThrownBy(() -> watch(true).list()).isInstanceOf(ShmAccessException.class);
    }
}
