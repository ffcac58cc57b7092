package io.github.reactorshm.benchmarks.bare;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;

import io.github.reactorshm.layout.DeliveryMode;
import io.github.reactorshm.layout.PoolGeometry;
import io.github.reactorshm.layout.SubscriptionControl;
import io.github.reactorshm.layout.SubscriptionGeometry;

/**
 * One side's mappings of a pool and of one subscription's control file, with the library's geometry and words and nothing
 * else of the library.
 */
public final class BareChannel implements AutoCloseable {

    private static final String POOL = "pool";
    private static final String CONTROL = "control";
    private static final String NAME = "bare";
    private static final long INCARNATION = 1;
    private static final long SUBSCRIPTION = 1;

    private final Arena arena;
    private final PoolGeometry geometry;
    private final MemorySegment pool;
    private final SubscriptionControl control;

    private BareChannel(Arena arena, PoolGeometry geometry, MemorySegment pool, SubscriptionControl control) {
        this.arena = arena;
        this.geometry = geometry;
        this.pool = pool;
        this.control = control;
    }

    /** Makes both files in a directory and maps them, for the producer. */
    public static BareChannel create(Path directory, int slots, long slotSize) throws IOException {
        return map(slots, slotSize, (arena, poolSize, controlGeometry) -> new Mapped(
                SharedFile.create(directory.resolve(POOL), poolSize, arena),
                SubscriptionControl.create(
                        SharedFile.create(directory.resolve(CONTROL), controlGeometry.fileSize(), arena),
                        controlGeometry, DeliveryMode.LOSSLESS, INCARNATION, SUBSCRIPTION)));
    }

    /** Maps both files, for the consumer: the pool read-only. */
    public static BareChannel attach(Path directory, int slots, long slotSize) throws IOException {
        return map(slots, slotSize, (arena, poolSize, controlGeometry) -> new Mapped(
                SharedFile.openToRead(directory.resolve(POOL), arena),
                SubscriptionControl.attach(NAME, SharedFile.openToWrite(directory.resolve(CONTROL), arena),
                        controlGeometry, DeliveryMode.LOSSLESS, INCARNATION, SUBSCRIPTION)));
    }

    /** Removes the files; what is mapped stays. */
    public static void unlink(Path directory) throws IOException {
        Files.deleteIfExists(directory.resolve(POOL));
        Files.deleteIfExists(directory.resolve(CONTROL));
    }

    private static BareChannel map(int slots, long slotSize, Mapping mapping) throws IOException {
        PoolGeometry geometry = PoolGeometry.of(slots, slotSize);
        Arena arena = Arena.ofShared();
        boolean done = false;
        try {
            Mapped mapped = mapping.map(arena, geometry.fileSize(), SubscriptionGeometry.of(slots));
            done = true;
            return new BareChannel(arena, geometry, mapped.pool(), mapped.control());
        } finally {
            if (!done) {
                arena.close();
            }
        }
    }

    /** The pool's file. */
    public MemorySegment pool() {
        return pool;
    }

    /** Where a slot's payload begins in the pool's file. */
    public long offset(int slot) {
        return geometry.slotOffset(slot);
    }

    public SubscriptionControl control() {
        return control;
    }

    /** Unmaps both files; no other thread may be using them. */
    @Override
    public void close() {
        arena.close();
    }

    private interface Mapping {

        Mapped map(Arena arena, long poolSize, SubscriptionGeometry controlGeometry) throws IOException;
    }

    private record Mapped(MemorySegment pool, SubscriptionControl control) {}
}
