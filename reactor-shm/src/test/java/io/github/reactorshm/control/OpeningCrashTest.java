package io.github.reactorshm.control;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;

import io.github.reactorshm.error.ShmException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

class OpeningCrashTest {

    @TempDir(factory = ShmDirectory.class)
    Path temporary;

    private BaseDirectory base;

    @BeforeEach
    void resolve() {
        base = BaseDirectory.resolve(temporary.resolve("base"));
    }

    @ParameterizedTest
    @EnumSource(OpeningStep.class)
    void C7_aProcessKilledAtAnyStepLeavesNothingToTheNextOpening(OpeningStep step) throws Exception {
        try (ChildJvm child = ChildJvm.start(OwnerChild.class, base.toString(), "camera-0", step.name())) {
            assertThat(child.hear()).isEqualTo("ready");
            child.tell("open");
            assertThat(child.hear()).isEqualTo(step.name());
            child.kill();
            assertReopensClean();
        }
    }

    @ParameterizedTest
    @EnumSource(OpeningStep.class)
    void C7_anOpeningThatFailsAtAnyStepLeavesNothing(OpeningStep step) throws IOException {
        IllegalStateException failure = new IllegalStateException("at " + step);
        try {
            new Opening(base, "camera-0", Channels.header(), at -> {
                if (at == step) {
                    throw failure;
                }
            }).run();
        } catch (IllegalStateException e) {
            assertThat(e).isSameAs(failure);
        }
        assertThat(Channels.tree(base.path())).containsExactly(".lock");
        assertReopensClean();
    }

    /** With the process stopped, and not dead, its half-made channel must stay as it is. */
    @ParameterizedTest
    @EnumSource(names = {"BASE_RELEASED", "POOL_BEGUN", "SOCKET_BOUND"})
    void C4_aProcessStoppedWhileItOpensIsNotCleanedAway(OpeningStep step) throws Exception {
        try (ChildJvm child = ChildJvm.start(OwnerChild.class, base.toString(), "camera-0", step.name())) {
            assertThat(child.hear()).isEqualTo("ready");
            child.tell("open");
            assertThat(child.hear()).isEqualTo(step.name());
            child.signal("STOP");
            List<String> before = Channels.tree(base.path());

            assertThat(DeadChannels.clean(base)).isEmpty();
            OwnedChannel other = Channels.open(base, "camera-1");
            Channels.close(other);

            assertThat(Channels.tree(base.path())).isEqualTo(before);
            child.signal("CONT");
            child.tell("go on");
            assertThat(child.hear()).isEqualTo("open");
        }
    }

    @Test
    void C6_aNameIsFreeAgainAfterEachKill() throws Exception {
        killAndReopen(4);
    }

    @Test
    @Tag("storm")
    void C6_aNameIsFreeAgainAfterEachOf50Kills() throws Exception {
        killAndReopen(50);
    }

    private void killAndReopen(int times) throws Exception {
        for (int i = 0; i < times; i++) {
            try (ChildJvm child = ChildJvm.start(OwnerChild.class, base.toString(), "camera-0", "none")) {
                assertThat(child.hear()).isEqualTo("ready");
                child.tell("open");
                assertThat(child.hear()).isEqualTo("open");
                child.shoot();
                assertReopensClean();
            }
        }
    }

    @RepeatedTest(20)
    @Tag("storm")
    void C7_aProcessKilledAtARandomMomentLeavesNothingToTheNextOpening() throws Exception {
        try (ChildJvm child = ChildJvm.start(OwnerChild.class, base.toString(), "camera-0", "none")) {
            assertThat(child.hear()).isEqualTo("ready");
            child.tell("open");
            LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(80_000_000));
            child.kill();
            assertReopensClean();
        }
    }

    @RepeatedTest(20)
    @Tag("storm")
    void C7_aProcessKilledAtARandomMomentOfItsClosingLeavesNothingToTheNextOpening() throws Exception {
        try (ChildJvm child = ChildJvm.start(OwnerChild.class, base.toString(), "camera-0", "none")) {
            assertThat(child.hear()).isEqualTo("ready");
            child.tell("open");
            assertThat(child.hear()).isEqualTo("open");
            child.tell("close");
            LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(10_000_000));
            child.kill();
            assertReopensClean();
        }
    }

    private void assertReopensClean() throws IOException {
        long start = System.nanoTime();
        OwnedChannel next = open();
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(2));
        assertThat(Channels.tree(base.path())).containsExactly(".lock", "camera-0", "camera-0/lock", "camera-0/pool",
                "camera-0/socket");
        Channels.close(next);
        assertThat(Channels.tree(base.path())).containsExactly(".lock");
    }

    /** One opening: it waits by itself for a killed owner that is slow to go. */
    private OwnedChannel open() throws IOException {
        try {
            return Channels.open(base, "camera-0");
        } catch (ShmException e) {
            List<String> seen = new ArrayList<>(Files.exists(base.path()) ? Channels.tree(base.path()) : List.of());
            throw new AssertionError("with " + seen + " in the directory", e);
        }
    }
}
