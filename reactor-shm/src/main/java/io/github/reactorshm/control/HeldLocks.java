package io.github.reactorshm.control;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What this JVM holds locked. A process loses its lock on a file as soon as it closes any descriptor of that file, so a file
 * that is held must not be opened again anywhere in the JVM: whoever wants to lock one asks here first.
 *
 * <p>
 * The names are system properties, because several class loaders may have loaded this class; they are kept here too, for
 * programs that replace the system properties.
 */
final class HeldLocks {

    private static final String PREFIX = "reactorshm.held.";
    private static final Set<String> HERE = ConcurrentHashMap.newKeySet();

    private HeldLocks() {}

    /** Names a file or directory by what it is, not by where it lies. */
    static String keyOf(Path path) throws IOException {
        Object key = ChannelFiles.attributes(path).fileKey();
        return PREFIX + (key != null ? key : path.toRealPath());
    }

    static boolean isHeld(String key) {
        return HERE.contains(key) || System.getProperty(key) != null;
    }

    static boolean tryHold(String key) {
        if (!HERE.add(key)) {
            return false;
        }
        if (System.getProperties().putIfAbsent(key, "held") != null) {
            HERE.remove(key);
            return false;
        }
        return true;
    }

    static void release(String key) {
        System.getProperties().remove(key);
        HERE.remove(key);
    }
}
