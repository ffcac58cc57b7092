package io.github.reactorshm.control;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import io.github.reactorshm.error.ShmChannelInUseException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class OpeningRaceTest {

    @TempDir(factory = ShmDirectory.class)
    Path temporary;

    private BaseDirectory base;

    @BeforeEach
    void resolve() {
        base = BaseDirectory.resolve(temporary.resolve("base"));
    }

    private ChildJvm owner(String name) throws Exception {
        ChildJvm child = ChildJvm.start(OwnerChild.class, base.toString(), name, "none");
        assertThat(child.hear()).isEqualTo("ready");
        return child;
    }

    @Test
    void C10_aLiveNameIsRefusedInTheSameProcessAfterASecondAndStaysLive() throws Exception {
        OwnedChannel first = Channels.open(base, "camera-0");
        List<String> before = Channels.tree(base.path());

        long start = System.nanoTime();
        assertThatThrownBy(() -> Channels.open(base, "camera-0"))
                .isInstanceOfSatisfying(ShmChannelInUseException.class, e -> {
                    assertThat(e.getPath()).isEqualTo(first.directory());
                    assertThat(e.getChannel()).isEqualTo("camera-0");
                });
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isBetween(Duration.ofSeconds(1), Duration.ofSeconds(3));
        assertThat(Channels.tree(base.path())).isEqualTo(before);

        // Neither that try nor a cleaning dropped the first one's lock: another process still sees it live.
        assertThat(DeadChannels.clean(base)).isEmpty();
        try (ChildJvm child = owner("camera-0")) {
            child.tell("open");
            assertThat(child.hear()).isEqualTo("ShmChannelInUseException");
        }
        assertThat(Channels.tree(base.path())).isEqualTo(before);
        Channels.close(first);
    }

    @Test
    void C10_aLiveNameOfAnotherProcessIsRefused() throws Exception {
        try (ChildJvm child = owner("camera-0")) {
            child.tell("open");
            assertThat(child.hear()).isEqualTo("open");
            List<String> before = Channels.tree(base.path());

            assertThatThrownBy(() -> Channels.open(base, "camera-0")).isInstanceOf(ShmChannelInUseException.class);
            assertThat(Channels.tree(base.path())).isEqualTo(before);

            child.tell("close");
            assertThat(child.hear()).isEqualTo("closed");
        }
        Channels.close(Channels.open(base, "camera-0"));
    }

    @Test
    void C10_aClassLoaderApartSeesTheNameInUseAndDoesNotDropItsLock() throws Exception {
        OwnedChannel first = Channels.open(base, "camera-0");
        List<URL> classPath = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            classPath.add(Path.of(entry).toUri().toURL());
        }
        try (URLClassLoader apart = new URLClassLoader(classPath.toArray(URL[]::new),
                ClassLoader.getPlatformClassLoader())) {
            Class<?> channels = apart.loadClass(Channels.class.getName());
            Class<?> directory = apart.loadClass(BaseDirectory.class.getName());
            Object itsBase = directory.getMethod("resolve", Path.class).invoke(null, base.path());
            Method open = channels.getDeclaredMethod("open", directory, String.class);
            open.setAccessible(true);

            assertThat(channels).isNotSameAs(Channels.class);
            assertThatThrownBy(() -> open.invoke(null, itsBase, "camera-0"))
                    .isInstanceOf(InvocationTargetException.class).cause()
                    .satisfies(e -> assertThat(e.getClass().getName())
                            .isEqualTo(ShmChannelInUseException.class.getName()));
        }
        try (ChildJvm child = owner("camera-0")) {
            child.tell("open");
            assertThat(child.hear()).isEqualTo("ShmChannelInUseException");
        }
        Channels.close(first);
    }

    @Test
    void C10_threadsThatRaceForOneNameGetOneOwner() throws Exception {
        List<Callable<Object>> openers = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            openers.add(() -> {
                try {
                    return Channels.open(base, "camera-0");
                } catch (ShmChannelInUseException e) {
                    return e;
                }
            });
        }
        List<Object> results = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(openers.size())) {
            for (Future<Object> result : threads.invokeAll(openers)) {
                results.add(result.get());
            }
        }
        assertThat(results).filteredOn(result -> result instanceof OwnedChannel).hasSize(1)
                .allSatisfy(channel -> Channels.close((OwnedChannel) channel));
        assertThat(results).filteredOn(result -> result instanceof ShmChannelInUseException).hasSize(5);
        assertThat(Channels.tree(base.path())).containsExactly(".lock");
    }

    @Test
    void C10_theLoserThatFindsANewOwnerAtItsLastStepLeavesNothing() throws IOException {
        List<OwnedChannel> winner = new ArrayList<>();
        assertThatThrownBy(() -> new Opening(base, "camera-0", Channels.header(), step -> {
            if (step == OpeningStep.SOCKET_CLOSED_TO_OTHERS) {
                winner.add(Channels.open(base, "camera-0"));
            }
        }).run()).isInstanceOf(ShmChannelInUseException.class);

        assertThat(Channels.tree(base.path())).containsExactly(".lock", "camera-0", "camera-0/lock", "camera-0/pool",
                "camera-0/socket");
        Channels.close(winner.getFirst());
    }

    @Test
    void C10_processesThatRaceForADeadNameGetOneOwner() throws Exception {
        raceForADeadName(2);
    }

    @Test
    @Tag("storm")
    void C10_processesThatRace30TimesForADeadNameGetOneOwnerEachTime() throws Exception {
        raceForADeadName(30);
    }

    private void raceForADeadName(int rounds) throws Exception {
        for (int round = 0; round < rounds; round++) {
            try (ChildJvm dead = owner("camera-0");
                    ChildJvm one = owner("camera-0");
                    ChildJvm two = owner("camera-0")) {
                dead.tell("open");
                assertThat(dead.hear()).isEqualTo("open");
                dead.shoot();
                one.tell("open");
                two.tell("open");
                List<String> said = List.of(one.hear(), two.hear());

                assertThat(said).containsExactlyInAnyOrder("open", "ShmChannelInUseException");
                assertThat(Channels.tree(base.path())).containsExactly(".lock", "camera-0", "camera-0/lock",
                        "camera-0/pool", "camera-0/socket");
                ChildJvm owner = said.getFirst().equals("open") ? one : two;
                owner.tell("close");
                assertThat(owner.hear()).isEqualTo("closed");
                assertThat(Channels.tree(base.path())).containsExactly(".lock");
            }
        }
    }
}
