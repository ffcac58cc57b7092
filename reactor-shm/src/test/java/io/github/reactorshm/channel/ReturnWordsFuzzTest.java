package io.github.reactorshm.channel;

import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;

import io.github.reactorshm.control.Hello;
import io.github.reactorshm.layout.DeliveryMode;
import io.github.reactorshm.layout.SubscriptionControl;
import io.github.reactorshm.layout.SubscriptionGeometry;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.GenerationMode;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.Tag;
import net.jqwik.api.lifecycle.AfterProperty;
import net.jqwik.api.lifecycle.BeforeProperty;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What a consumer may write, as the producer's books read it: each slot comes back once, whatever stands in the words, and also
 * where another thread keeps changing them.
 */
class ReturnWordsFuzzTest {

    private static final int SLOTS = 4;
    private static final long REQUESTED = 128;
    private static final long STATE = 136;
    private static final long TAKEN = 256;
    private static final SubscriptionGeometry GEOMETRY = SubscriptionGeometry.of(SLOTS);
    private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle();
    private static final VarHandle INT = ValueLayout.JAVA_INT.varHandle();

    private final PrintStream log = System.err;
    private Arena arena;
    private MemorySegment still;
    private MemorySegment changing;
    private Thread changer;
    private volatile boolean over;

    private long back;
    private long unseen;
    private long kept;
    private long refused;
    private long cancelled;
    private long backWhileChanging;
    private long refusedWhileChanging;

    @BeforeProperty
    void begin() {
        arena = Arena.ofShared();
        still = arena.allocate(GEOMETRY.fileSize(), 128);
        changing = arena.allocate(GEOMETRY.fileSize(), 128);
        changer = Thread.ofPlatform().daemon().start(this::change);
        // Each breach is rightly warned of.
        System.setErr(new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8));
    }

    private void change() {
        SplittableRandom random = new SplittableRandom(7);
        while (!over) {
            write(changing, random);
        }
    }

    @AfterProperty
    void end() throws InterruptedException {
        System.setErr(log);
        over = true;
        changer.join();
        arena.close();
        assertThat(back).as("slots that came back").isPositive();
        assertThat(unseen).as("frames that a member had not looked at").isPositive();
        assertThat(kept).as("words that said: not yet").isPositive();
        assertThat(refused).as("breaches").isPositive();
        assertThat(cancelled).as("cancels").isPositive();
        assertThat(backWhileChanging).as("slots that came back while words changed").isPositive();
        assertThat(refusedWhileChanging).as("breaches while words changed").isPositive();
    }

    @Property(tries = 20_000, edgeCases = EdgeCasesMode.NONE, generation = GenerationMode.RANDOMIZED, shrinking = ShrinkingMode.OFF)
    void S4_eachSlotComesBackOnceWhateverTheReturnWordsAre(@ForAll long seed, @ForAll boolean group,
            @ForAll boolean whileTheyChange) {
        play(seed, group, whileTheyChange);
    }

    @Tag("storm")
    @Property(tries = 1_000_000, edgeCases = EdgeCasesMode.NONE, generation = GenerationMode.RANDOMIZED, shrinking = ShrinkingMode.OFF)
    void S4_eachSlotComesBackOnceWhateverTheReturnWordsAreStorm(@ForAll long seed, @ForAll boolean group,
            @ForAll boolean whileTheyChange) {
        play(seed, group, whileTheyChange);
    }

    private static long returnWord(int slot) {
        return GEOMETRY.returnsOffset() + (long) slot * Long.BYTES;
    }

    /** Words that are often right: slot s is given under index s + 1. */
    private static void write(MemorySegment file, SplittableRandom random) {
        for (int slot = 0; slot < SLOTS; slot++) {
            LONG.setOpaque(file, returnWord(slot), word(slot + 1L, random));
        }
        LONG.setOpaque(file, REQUESTED, random.nextInt(8) == 0 ? random.nextLong() : random.nextLong(9));
        INT.setOpaque(file, STATE, random.nextInt(8) == 0 ? random.nextInt() : random.nextInt(3));
        LONG.setOpaque(file, TAKEN, random.nextInt(8) == 0 ? random.nextLong() : random.nextLong(SLOTS + 1L));
    }

    private static long word(long due, SplittableRandom random) {
        return switch (random.nextInt(16)) {
            case 0 -> due + 1;
            case 1 -> -due - 1;
            case 2 -> random.nextLong() >> random.nextInt(64);
            case 3 -> random.nextBoolean() ? Long.MIN_VALUE : Long.MAX_VALUE;
            case 4, 5 -> -due;
            case 6, 7 -> 1 - due;
            case 8, 9, 10 -> due - 1;
            case 11 -> 0;
            default -> due;
        };
    }

    private void play(long seed, boolean inGroup, boolean whileTheyChange) {
        MemorySegment file = whileTheyChange ? changing : still;
        if (!whileTheyChange) {
            write(still, new SplittableRandom(seed));
        }
        DeliveryMode mode = inGroup ? DeliveryMode.GROUP : DeliveryMode.LOSSLESS;
        FrameTable frames = new FrameTable(SLOTS);
        Group group = new Group("workers", SLOTS, frames);
        Books books = new Books(SLOTS);
        SubscriptionControl control = SubscriptionControl.create(file, GEOMETRY, mode, 1, 1);
        SinkSubscription s = new SinkSubscription("camera-0", 1, new Hello(1, 1, false, "", "", "camera-0"), mode, null,
                control, () -> {}, () -> {});
        if (inGroup) {
            s.joined(group);
        }
        books.grant(SLOTS);
        for (int i = 0; i < SLOTS; i++) {
            int slot = books.takeGranted();
            books.hold(slot, 1);
            frames.set(slot, 1, slot + 1L, 0, 0);
            s.deliver(slot, frames, false);
        }
        int n = s.collect(books, true);
        if (whileTheyChange) {
            backWhileChanging += n;
            refusedWhileChanging += s.protocolError() == null ? 0 : 1;
            n += s.collect(books, false);
        } else {
            assertThat(n).isEqualTo(due(s, inGroup));
        }
        assertThat(s.heldCount()).isEqualTo(SLOTS - n);
        assertThat(books.free() + group.queued()).isEqualTo(n);
        s.look(books);
        cancelled += s.cancelled() ? 1 : 0;
        s.free(books);
        assertThat(s.heldCount()).isZero();
        if (s.protocolError() != null) {
            assertThat(s.protocolError()).hasMessageContaining("camera-0").hasMessageContaining("subscription 1");
        }
        while (group.queued() > 0) {
            books.giveBack(group.drop());
        }
        assertThat(books.free()).isEqualTo(SLOTS);
        books.grant(SLOTS);
        Set<Integer> distinct = new HashSet<>();
        for (int i = 0; i < SLOTS; i++) {
            distinct.add(books.takeGranted());
        }
        assertThat(distinct).containsExactlyInAnyOrder(0, 1, 2, 3);
    }

    /** What a sweep must make of the words that stand still: how many slots are back, and whether one broke the protocol. */
    private int due(SinkSubscription s, boolean inGroup) {
        int n = 0;
        for (int slot = 0; slot < SLOTS; slot++) {
            long word = (long) LONG.getOpaque(still, returnWord(slot));
            long due = slot + 1L;
            if (word == due || (inGroup && word == -due)) {
                n++;
                back++;
                unseen += word < 0 ? 1 : 0;
            } else if (word >= 0 ? word < due : inGroup && word > -due) {
                kept++;
            } else {
                refused++;
                assertThat(s.protocolError()).as("word %s where %s was due", word, due).isNotNull();
                return n;
            }
        }
        assertThat(s.protocolError()).isNull();
        return n;
    }
}
