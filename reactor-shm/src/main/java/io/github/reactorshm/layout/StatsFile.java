package io.github.reactorshm.layout;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The figures that an owner writes down for outside readers, a fixed number of bytes. One thread writes. A reader must not see
 * half of a write: the sequence word is odd while one goes on, and has changed after it.
 *
 * <pre>
 * identity   +0 magic long  +8 version int  +16 incarnation long  +24 slots long  +32 slot size long  +40 pid long
 *            +48 opened long
 * figures    +64 sequence long  +72 written long  +80 free  +88 held  +96 kept  +104 active  +112 demand  +120 credit
 *            +128 published  +136 waiting  +144 discarded  +152 stalled  +160 newest  +168 parks  +176 wake-ups
 *            +184 subscriptions in the books, each a long
 * record     +0 id long  +8 mode int  +12 flags int  +16 demand long  +24 held long  +32 delivered long
 *            +40 skipped long  +48 redelivered long  +56 length of the group's name int  +64 the group's name
 * </pre>
 *
 * Record i stands at 256 + 128 i.
 */
public final class StatsFile {

    /** The file's size in bytes. */
    public static final long SIZE = 8192;
    /** The most subscriptions that the file has room for. */
    public static final int MAX_SUBSCRIPTIONS = 62;

    static final long MAGIC = 0x5441_5453_4D48_5352L; // "RSHMSTAT" read as bytes
    static final long VERSION = 8;
    static final long INCARNATION = 16;
    static final long SLOTS = 24;
    static final long SLOT_SIZE = 32;
    static final long PID = 40;
    static final long OPENED = 48;
    static final long SEQUENCE = 64;
    static final long WRITTEN = 72;
    static final long TOTALS = 80;
    static final long PRESENT = 184;
    static final long RECORDS = 256;
    static final long RECORD_SIZE = 128;

    static final long RECORD_MODE = 8;
    static final long RECORD_FLAGS = 12;
    static final long RECORD_FIGURES = 16;
    static final long RECORD_GROUP_LENGTH = 56;
    static final long RECORD_GROUP = 64;
    static final int MAX_GROUP_BYTES = 64;
    static final int FLAG_HOARDING = 1;

    private final MemorySegment file;
    private long sequence;

    private StatsFile(MemorySegment file) {
        this.file = file;
    }

    /**
     * The owner's first write. Until figures follow, a reader finds none.
     *
     * @param file the mapped file, zeroed, of {@link #SIZE} bytes
     * @param identity what does not change
     * @return the words, for the one thread that writes them
     */
    public static StatsFile create(MemorySegment file, StatsIdentity identity) {
        Words.putInt(file, VERSION, LayoutVersion.CURRENT);
        Words.putLong(file, INCARNATION, identity.incarnation());
        Words.putLong(file, SLOTS, identity.slots());
        Words.putLong(file, SLOT_SIZE, identity.slotSize());
        Words.putLong(file, PID, identity.pid());
        Words.putLong(file, OPENED, identity.openedMillis());
        Words.putLongRelease(file, 0, MAGIC);
        return new StatsFile(file);
    }

    /**
     * Replaces the figures.
     *
     * @param writtenNanos the time
     * @param totals the channel's figures
     * @param present the subscriptions in the books, of which the first {@link #MAX_SUBSCRIPTIONS} are written
     */
    public void store(long writtenNanos, ChannelTotals totals, List<SubscriptionStats> present) {
        Words.putLong(file, SEQUENCE, ++sequence);
        VarHandle.storeStoreFence();
        Words.putLong(file, WRITTEN, writtenNanos);
        long[] values = {totals.free(), totals.held(), totals.kept(), totals.active(), totals.demand(), totals.credit(),
                totals.published(), totals.waiting(), totals.discarded(), totals.stalled() ? 1 : 0,
                totals.newestNanos(), totals.parks(), totals.wakeUps(), present.size()};
        for (int i = 0; i < values.length; i++) {
            Words.putLong(file, TOTALS + (long) Long.BYTES * i, values[i]);
        }
        int records = Math.min(present.size(), MAX_SUBSCRIPTIONS);
        for (int i = 0; i < records; i++) {
            store(RECORDS + RECORD_SIZE * i, present.get(i));
        }
        Words.putLongRelease(file, SEQUENCE, ++sequence);
    }

    private void store(long at, SubscriptionStats s) {
        Words.putLong(file, at, s.id());
        Words.putInt(file, at + RECORD_MODE, s.mode().code());
        Words.putInt(file, at + RECORD_FLAGS, s.hoarding() ? FLAG_HOARDING : 0);
        long[] values = {s.demand(), s.held(), s.delivered(), s.skipped(), s.redelivered()};
        for (int i = 0; i < values.length; i++) {
            Words.putLong(file, at + RECORD_FIGURES + (long) Long.BYTES * i, values[i]);
        }
        byte[] group = s.group().getBytes(StandardCharsets.UTF_8);
        int length = Math.min(group.length, MAX_GROUP_BYTES);
        Words.putInt(file, at + RECORD_GROUP_LENGTH, length);
        MemorySegment.copy(group, 0, file, ValueLayout.JAVA_BYTE, at + RECORD_GROUP, length);
    }
}
