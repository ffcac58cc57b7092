package io.github.reactorshm.control;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;

import io.github.reactorshm.layout.PoolGeometry;
import io.github.reactorshm.layout.PoolHeader;

import static org.assertj.core.api.Assertions.assertThat;

/** Channels to test with, and what a directory has. */
final class Channels {

    static final int SLOTS = 4;
    static final long SLOT_SIZE = 300_000;

    private Channels() {}

    static PoolHeader header() {
        return header(SLOTS, SLOT_SIZE);
    }

    static PoolHeader header(int slots, long slotSize) {
        return new PoolHeader(PoolGeometry.of(slots, slotSize), ThreadLocalRandom.current().nextLong(), "text/plain",
                Map.of("charset", "UTF-8"));
    }

    static OwnedChannel open(BaseDirectory base, String name) {
        return OwnedChannel.open(base, name, header());
    }

    static void close(OwnedChannel channel) {
        channel.close();
        assertThat(channel.closePool()).isTrue();
    }

    /** Everything below a directory, relative, sorted. */
    static List<String> tree(Path directory) throws IOException {
        try (Stream<Path> entries = Files.walk(directory)) {
            return entries.filter(entry -> !entry.equals(directory))
                    .map(entry -> directory.relativize(entry).toString())
                    .sorted().toList();
        }
    }

    static String mode(Path file) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file, LinkOption.NOFOLLOW_LINKS));
    }
}
