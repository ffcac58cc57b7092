package io.github.reactorshm.control;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

import reactor.util.Logger;
import reactor.util.Loggers;

/**
 * The files that the system says are locked, read from {@code /proc/locks}: looking there takes no lock. It is right where it names
 * a file; it does not name all: locks of processes in other pid namespaces, or on some file systems, are missing.
 */
final class LockTable {

    private static final Logger LOG = Loggers.getLogger(LockTable.class);
    private static final Path TABLE = Path.of("/proc/locks");
    private static final int FIELD_KIND = 1;
    private static final int FIELD_FILE = 5;
    private static final int MINOR_BITS = 8;

    private final Set<String> locked;

    private LockTable(Set<String> locked) {
        this.locked = locked;
    }

    /** Reads the table; empty where there is none. */
    static LockTable read() {
        if (!Files.isReadable(TABLE)) {
            return new LockTable(Set.of());
        }
        try {
            return parse(Files.readString(TABLE));
        } catch (IOException e) {
            LOG.debug("{} cannot be read", TABLE, e);
            return new LockTable(Set.of());
        }
    }

    /** Lines such as {@code 1: POSIX  ADVISORY  WRITE 13066 00:1b:4711 0 EOF}; those that only wait begin with an arrow. */
    static LockTable parse(String text) {
        Set<String> locked = new HashSet<>();
        text.lines().map(line -> line.strip().split("\\s+")).forEach(fields -> {
            if (fields.length > FIELD_FILE && fields[FIELD_KIND].equals("POSIX")) {
                locked.add(fields[FIELD_FILE]);
            }
        });
        return new LockTable(locked);
    }

    /** Whether the file is surely locked. */
    boolean names(Path file) throws IOException {
        Map<String, Object> attributes = Files.readAttributes(file, "unix:dev,ino", LinkOption.NOFOLLOW_LINKS);
        if (!(attributes.get("dev") instanceof Long dev) || !(attributes.get("ino") instanceof Long inode)) {
            return false;
        }
        return locked.contains(key(dev, inode));
    }

    /** As the table writes it; the two numbers of a device are spread over its bits. */
    static String key(long dev, long inode) {
        long major = ((dev >> MINOR_BITS) & 0xfff) | ((dev >> 32) & ~0xfffL);
        long minor = (dev & 0xff) | ((dev >> 12) & ~0xffL);
        return String.format("%02x:%02x:%d", major, minor, inode);
    }
}
