package io.github.reactorshm.layout;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Map;

import io.github.reactorshm.error.ShmException;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;

import static org.assertj.core.api.Assertions.assertThat;

/** Headers of pools and of control files, and attributes, with any of their words changed: accepted as they were meant, or refused. */
class ControlFileFuzzTest {

    private static final SubscriptionGeometry GEOMETRY = SubscriptionGeometry.of(4);
    private static final PoolGeometry POOL = PoolGeometry.of(4, 100);
    private static final PoolHeader HEADER = new PoolHeader(POOL, 4711, "image/bgr",
            Map.of("width", "1920", "height", "1080"));

    private final MemorySegment sub = MemorySegment.ofArray(new long[(int) GEOMETRY.fileSize() / Long.BYTES]);
    private final MemorySegment pool = MemorySegment.ofArray(new long[PoolHeader.RESERVED / Long.BYTES]);

    /** A value that is written into a place, as an int or as a long. */
    record Change(int place, long value, boolean whole) {
        void applyTo(MemorySegment segment, int extent) {
            if (whole) {
                segment.set(ValueLayout.JAVA_LONG, place % (extent / Long.BYTES) * (long) Long.BYTES, value);
            } else {
                segment.set(ValueLayout.JAVA_INT, place % (extent / Integer.BYTES) * (long) Integer.BYTES, (int) value);
            }
        }
    }

    @Provide
    Arbitrary<List<Change>> changes() {
        Arbitrary<Long> values = Arbitraries.oneOf(Arbitraries.longs().between(-2, 9),
                Arbitraries.of(255L, 256L, 4095L, 4096L, 4097L, 1L << 20, 1L << 31, 1L << 32, 1L << 62, Long.MAX_VALUE,
                        Long.MIN_VALUE),
                Arbitraries.longs());
        return Combinators.combine(Arbitraries.integers().between(0, 1 << 16), values, Arbitraries.of(true, false))
                .as(Change::new).list().ofMinSize(1).ofMaxSize(3);
    }

    @Property(tries = 20_000, edgeCases = EdgeCasesMode.NONE)
    void S4_changedHeadersAreTypedErrors(@ForAll("changes") List<Change> changes) {
        check(changes);
    }

    @Tag("storm")
    @Property(tries = 1_000_000, edgeCases = EdgeCasesMode.NONE)
    void S4_changedHeadersAreTypedErrorsStorm(@ForAll("changes") List<Change> changes) {
        check(changes);
    }

    private void check(List<Change> changes) {
        pool.fill((byte) 0);
        HEADER.write(pool);
        changes.forEach(change -> change.applyTo(pool, 400));
        try {
            PoolHeader read = PoolHeader.read(pool, POOL.fileSize(), "camera-0");
            PoolGeometry geometry = read.geometry();
            assertThat(geometry.slotOffset(geometry.slots() - 1) + geometry.slotSize()).isLessThan(POOL.fileSize());
            assertThat(geometry.slotOffset(0)).isGreaterThanOrEqualTo(PoolHeader.END);
        } catch (ShmException e) {
            assertThat(e).hasMessageContaining("camera-0");
        }
        sub.asSlice(0, 128).fill((byte) 0);
        SubscriptionControl.create(sub, GEOMETRY, DeliveryMode.LOSSLESS, 4711, 1);
        changes.forEach(change -> change.applyTo(sub, 128));
        MemorySegment identity = sub.asSlice(0, 56);
        boolean same = identity.mismatch(clean()) < 0;
        try {
            SubscriptionControl.attach("camera-0", sub, GEOMETRY, DeliveryMode.LOSSLESS, 4711, 1);
            assertThat(same).as("an identity that was taken is the one that was written").isTrue();
        } catch (ShmException e) {
            assertThat(same).isFalse();
            assertThat(e).hasMessageContaining("camera-0");
        }
    }

    private static MemorySegment clean() {
        MemorySegment file = MemorySegment.ofArray(new long[(int) GEOMETRY.fileSize() / Long.BYTES]);
        SubscriptionControl.create(file, GEOMETRY, DeliveryMode.LOSSLESS, 4711, 1);
        return file.asSlice(0, 56);
    }
}
