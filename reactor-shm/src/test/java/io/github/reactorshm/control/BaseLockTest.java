package io.github.reactorshm.control;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

import io.github.reactorshm.error.ShmAccessException;
import io.github.reactorshm.error.ShmFileException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class BaseLockTest {

    private static final Duration SHORT = Duration.ofMillis(200);

    @TempDir(factory = ShmDirectory.class)
    Path temporary;

    private BaseDirectory base;

    @BeforeEach
    void resolve() {
        base = BaseDirectory.resolve(temporary);
    }

    /** Holds the lock from its start until it hears a line. */
    static final class Holder {

        private Holder() {}

        public static void main(String[] arguments) throws IOException {
            BaseDirectory base = BaseDirectory.resolve(Path.of(arguments[0]));
            try (BaseLock lock = BaseLock.acquire(base, BaseLock.TIMEOUT)) {
                System.out.println("> holds " + lock.base());
                System.in.read();
            }
            System.out.println("> released");
            System.in.read();
        }
    }

    @Test
    void oneThreadAtATimeHasIt() throws Exception {
        AtomicInteger inside = new AtomicInteger();
        List<Future<Integer>> results = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(6)) {
            for (int i = 0; i < 60; i++) {
                results.add(threads.submit(() -> {
                    try (BaseLock lock = BaseLock.acquire(base, BaseLock.TIMEOUT)) {
                        int now = inside.incrementAndGet();
                        Files.exists(lock.base().path());
                        LockSupport.parkNanos(10_000);
                        inside.decrementAndGet();
                        return now;
                    }
                }));
            }
        }
        for (Future<Integer> result : results) {
            assertThat(result.get()).isEqualTo(1);
        }
    }

    @Test
    void anotherThreadsHoldIsNamedAfterTheTimeout() {
        try (BaseLock lock = BaseLock.acquire(base, SHORT)) {
            assertThatThrownBy(() -> BaseLock.acquire(lock.base(), SHORT)).isInstanceOf(ShmFileException.class)
                    .hasMessageContainingAll(temporary.resolve(".lock").toString(), "200 ms", "another thread");
        }
        BaseLock.acquire(base, SHORT).close();
    }

    @Test
    void C4_aStoppedProcessKeepsItUntilItEnds() throws Exception {
        try (ChildJvm child = ChildJvm.start(Holder.class, temporary.toString())) {
            assertThat(child.hear()).startsWith("holds");
            child.signal("STOP");
            assertThatThrownBy(() -> BaseLock.acquire(base, SHORT)).isInstanceOf(ShmFileException.class)
                    .hasMessageContainingAll(temporary.resolve(".lock").toString(), "another process", "stopped",
                            "fuser");
            child.kill();
            BaseLock.acquire(base, BaseLock.TIMEOUT).close();
        }
    }

    @Test
    void aFailedTryDoesNotTakeItFromItsHolderAndAReleasedOneIsFree() throws Exception {
        try (ChildJvm child = ChildJvm.start(Holder.class, temporary.toString())) {
            assertThat(child.hear()).startsWith("holds");
            for (int i = 0; i < 2; i++) {
                assertThatThrownBy(() -> BaseLock.acquire(base, Duration.ofMillis(20)))
                        .hasMessageContaining("another process");
            }
            child.tell("release");
            assertThat(child.hear()).isEqualTo("released");
            BaseLock.acquire(base, Duration.ofMillis(20)).close();
        }
    }

    @Test
    void S5_itsFileIsClosedToOthersAndStays() throws IOException {
        BaseLock.acquire(base, SHORT).close();
        BaseLock.acquire(base, SHORT).close();

        assertThat(Channels.tree(temporary)).containsExactly(".lock");
        assertThat(Channels.mode(temporary.resolve(".lock"))).isEqualTo("rw-------");
    }

    @Test
    void S6_aLinkInItsPlaceIsNotFollowed() throws IOException {
        Path target = temporary.resolve("target");
        Files.createSymbolicLink(temporary.resolve(".lock"), target);

        assertThatThrownBy(() -> BaseLock.acquire(base, SHORT)).isInstanceOf(ShmAccessException.class)
                .hasMessageContaining(temporary.resolve(".lock").toString());
        assertThat(target).doesNotExist();
    }

    @Test
    void aPendingInterruptNeitherBreaksItNorMakesTheWaitSpin() {
        try (BaseLock lock = BaseLock.acquire(base, SHORT)) {
            Thread.currentThread().interrupt();
            long start = System.nanoTime();
            assertThatThrownBy(() -> BaseLock.acquire(lock.base(), SHORT)).isInstanceOf(ShmFileException.class);
            assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(SHORT.toNanos());
        } finally {
            assertThat(Thread.interrupted()).as("the flag, cleared by the wait").isFalse();
        }
    }
}
