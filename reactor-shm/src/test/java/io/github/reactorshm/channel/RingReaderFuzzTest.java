package io.github.reactorshm.channel;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;

import io.github.reactorshm.error.ShmProtocolException;
import io.github.reactorshm.layout.DeliveryMode;
import io.github.reactorshm.layout.EntryKind;
import io.github.reactorshm.layout.ErrorText;
import io.github.reactorshm.layout.PoolGeometry;
import io.github.reactorshm.layout.SubscriptionControl;
import io.github.reactorshm.layout.SubscriptionGeometry;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.GenerationMode;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import net.jqwik.api.lifecycle.AfterProperty;
import net.jqwik.api.lifecycle.BeforeProperty;

import static org.assertj.core.api.Assertions.assertThat;

/** Entries of a ring that another thread keeps changing while they are read: what is used is what was checked. */
class RingReaderFuzzTest {

    private static final int SLOTS = 4;
    private static final long SLOT_SIZE = 100;
    private static final long RING = 768;
    private static final long[] WORDS = {RING, RING + 8, RING + 16, RING + 24, RING + 48};
    private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle();
    private static final PoolGeometry POOL = PoolGeometry.of(SLOTS, SLOT_SIZE);
    private static final SubscriptionGeometry GEOMETRY = SubscriptionGeometry.of(SLOTS);

    private final AtomicLong frames = new AtomicLong();
    private final AtomicLong refused = new AtomicLong();
    private Arena arena;
    private MemorySegment file;
    private MemorySegment pool;
    private SubscriptionControl control;
    private Thread changer;
    private volatile long rounds;
    private volatile boolean over;
    private int tries;

    @BeforeProperty
    void begin() {
        arena = Arena.ofShared();
        file = arena.allocate(GEOMETRY.fileSize(), 128);
        pool = arena.allocate(POOL.fileSize(), 64).asReadOnly();
        control = SubscriptionControl.create(file, GEOMETRY, DeliveryMode.LOSSLESS, 1, 1);
        control.publishTerminal(2, new ErrorText(0, 0, "a.Class", "a message"));
        changer = Thread.ofPlatform().daemon().start(this::change);
    }

    private void change() {
        SplittableRandom random = new SplittableRandom(7);
        while (!over) {
            // Every other one is right, so that a frame often passes and is then another one.
            long wrong = random.nextLong() >> random.nextInt(64);
            LONG.setOpaque(file, WORDS[random.nextInt(WORDS.length)], wrong);
            LONG.setOpaque(file, RING, 1L);
            LONG.setOpaque(file, RING + 8, (long) EntryKind.NEXT | (long) random.nextInt(-1, SLOTS + 1) << 32);
            LONG.setOpaque(file, RING + 16, (long) random.nextInt(-1, (int) SLOT_SIZE + 2));
            LONG.setOpaque(file, RING + 24, 1L);
            LONG.setOpaque(file, RING + 48, random.nextLong(2));
            LONG.setOpaque(file, GEOMETRY.errorOffset(), wrong);
            LONG.setOpaque(file, GEOMETRY.errorOffset() + 8, (long) random.nextInt(-1, 4000));
            rounds = random.nextLong();
        }
    }

    @AfterProperty
    void end() throws InterruptedException {
        over = true;
        changer.join();
        arena.close();
        assertThat(frames).as("frames that passed").hasPositiveValue();
        assertThat(refused).as("entries that were refused").hasPositiveValue();
    }

    @Property(tries = 20_000, edgeCases = EdgeCasesMode.NONE, generation = GenerationMode.RANDOMIZED)
    void S4_anEntryThatChangesBetweenCheckAndUse(@ForAll boolean ordered) {
        read(ordered);
    }

    @Tag("storm")
    @Property(tries = 1_000_000, edgeCases = EdgeCasesMode.NONE, generation = GenerationMode.RANDOMIZED)
    void S4_anEntryThatChangesBetweenCheckAndUseStorm(@ForAll boolean ordered) {
        read(ordered);
    }

    /** Now and then, so that a busy machine does not show one state to all tries, and not each time, which would take long there. */
    private void awaitChange() {
        if (++tries % 50 == 0) {
            long before = rounds;
            while (rounds == before) {
                Thread.onSpinWait();
            }
        }
    }

    private void read(boolean ordered) {
        awaitChange();
        RingReader ring = new RingReader("camera-0", control, POOL, ordered);
        try {
            if (ring.look() == EntryKind.NEXT) {
                HeldSlot slot = ring.take(null, false);
                assertThat(slot.slot()).isBetween(0, SLOTS - 1);
                assertThat(slot.length()).isBetween(0L, SLOT_SIZE);
                assertThat(pool.asSlice(POOL.slotOffset(slot.slot()), slot.length()).byteSize())
                        .isEqualTo(slot.length());
                frames.incrementAndGet();
            }
        } catch (ShmProtocolException e) {
            assertThat(e).hasMessageContaining("camera-0");
            refused.incrementAndGet();
        }
        try {
            ErrorText text = control.readError("camera-0");
            assertThat(text.className().length() + text.message().length()).isLessThan(4096);
        } catch (ShmProtocolException e) {
            assertThat(e).hasMessageContaining("camera-0");
        }
    }
}
