package io.github.reactorshm.tck.harness;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

import io.github.reactorshm.testkit.Resources;
import io.github.reactorshm.testkit.TestDirectory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** One verification's base directory, in which every publisher and subscriber under test gets a new channel. */
final class Base implements AutoCloseable {

    /** It is looked at behind each of some five hundred tests. */
    private static final Duration OFTEN = Duration.ofMillis(2);

    private final TestDirectory directory = TestDirectory.create();
    private final AtomicLong channels = new AtomicLong();

    Path path() {
        return directory.path();
    }

    String newChannel() {
        return "tck-" + channels.incrementAndGet();
    }

    /** Waits until nothing is left of any channel. */
    void awaitEmpty() {
        await().pollDelay(Duration.ZERO).pollInterval(OFTEN).atMost(Times.HOUSEKEEPING).untilAsserted(
                () -> assertThat(Resources.of(path()).files()).as("files of channels that are over").isEmpty());
    }

    /** Asserts that this JVM uses no file, mapping, descriptor or thread more than before; removes the directory. */
    @Override
    public void close() {
        directory.close();
    }
}
