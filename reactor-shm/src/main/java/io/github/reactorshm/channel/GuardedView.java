package io.github.reactorshm.channel;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.TimeUnit;

import io.github.reactorshm.control.ControlThread;
import reactor.util.Logger;
import reactor.util.Loggers;

/**
 * A view of a slot's memory that throws once it is closed: the same bytes in an arena of their own. It costs some hundred
 * microseconds, so it is for the debug level only, and it needs native access, which widening a segment's lifetime is.
 */
public final class GuardedView {

    private static final Logger LOG = Loggers.getLogger(GuardedView.class);
    private static final long AGAIN_MILLIS = 50;
    private static final boolean AVAILABLE = available();

    private final Arena arena = Arena.ofShared();
    private final MemorySegment segment;

    /**
     * A view of some memory.
     *
     * @param payload the memory
     */
    @SuppressWarnings("restricted") // The segment's bounds stay, its lifetime becomes shorter: nothing unsafe comes of it.
    public GuardedView(MemorySegment payload) {
        segment = payload.reinterpret(arena, null).asReadOnly();
    }

    /**
     * Whether views are to be guarded, and can be.
     *
     * @return true at the debug level with native access
     */
    public static boolean wanted() {
        return AVAILABLE;
    }

    private static boolean available() {
        if (!LeakLevel.current().guardsViews()) {
            return false;
        }
        boolean enabled = GuardedView.class.getModule().isNativeAccessEnabled();
        if (!enabled) {
            LOG.warn("-D" + LeakLevel.PROPERTY
                    + "=debug cannot make views of closed frames throw without native access: add"
                    + " --enable-native-access=io.github.reactorshm (or =ALL-UNNAMED on the class path)");
        }
        return enabled;
    }

    /**
     * The view.
     *
     * @return the same bytes, read-only
     */
    public MemorySegment segment() {
        return segment;
    }

    /**
     * Closes the view. Does not block.
     *
     * @param closed runs after it: now, or when a native call or a socket write that uses the view has ended
     */
    public void close(Runnable closed) {
        try {
            arena.close();
        } catch (IllegalStateException e) {
            // In use at this moment: the slot must not go back yet.
            ControlThread.get().schedule(AGAIN_MILLIS, TimeUnit.MILLISECONDS, () -> close(closed));
            return;
        }
        closed.run();
    }
}
