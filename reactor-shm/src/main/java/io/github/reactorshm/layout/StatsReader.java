package io.github.reactorshm.layout;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

import io.github.reactorshm.error.ShmProtocolException;
import io.github.reactorshm.error.ShmVersionMismatchException;
import org.jspecify.annotations.Nullable;

/**
 * Reads a {@link StatsFile} of another process. What is checked is a copy, which nobody changes meanwhile; every figure is looked at
 * before it is believed.
 */
public final class StatsReader {

    private static final int TRIES = 1000;

    private final String channel;
    private final MemorySegment copy;

    private StatsReader(String channel, MemorySegment copy) {
        this.channel = channel;
        this.copy = copy;
    }

    /**
     * Reads the figures.
     *
     * @param file the mapped file, of {@link StatsFile#SIZE} bytes
     * @param channel the channel's name, for errors
     * @return the figures, or null if none were written yet, or if the owner stopped or died in the middle of writing them
     * @throws ShmVersionMismatchException if another version of the library wrote the file
     * @throws ShmProtocolException if it is no such file, or a figure is outside its range
     * @throws InternalError if the file was truncated
     */
    public static @Nullable ChannelStats read(MemorySegment file, String channel) {
        if (file.byteSize() != StatsFile.SIZE) {
            throw new ShmProtocolException(channel, "its stats file has " + file.byteSize() + " bytes instead of "
                    + StatsFile.SIZE);
        }
        MemorySegment copy = MemorySegment.ofArray(new long[(int) (StatsFile.SIZE / Long.BYTES)]);
        for (int i = 0; i < TRIES; i++) {
            if (copyWhole(file, copy)) {
                return Words.getLong(copy, StatsFile.SEQUENCE) == 0 ? null : new StatsReader(channel, copy).parse();
            }
        }
        return null;
    }

    /** Copies the file unless it was written meanwhile. */
    private static boolean copyWhole(MemorySegment file, MemorySegment copy) {
        long before = Words.getLongAcquire(file, StatsFile.SEQUENCE);
        for (long at = 0; at < StatsFile.SIZE; at += Long.BYTES) {
            Words.putLong(copy, at, Words.getLong(file, at));
        }
        VarHandle.loadLoadFence();
        return (before & 1) == 0 && Words.getLongAcquire(file, StatsFile.SEQUENCE) == before;
    }

    private ChannelStats parse() {
        long magic = Words.getLong(copy, 0);
        if (magic != StatsFile.MAGIC) {
            throw new ShmProtocolException(channel, String.format(
                    "its stats file begins with %016x instead of %016x: it is none", magic, StatsFile.MAGIC));
        }
        int version = Words.getInt(copy, StatsFile.VERSION);
        if (version != LayoutVersion.CURRENT) {
            throw new ShmVersionMismatchException(channel, LayoutVersion.CURRENT, version);
        }
        int slots = (int) figure("slots", StatsFile.SLOTS, 1, Integer.MAX_VALUE);
        StatsIdentity identity = new StatsIdentity(Words.getLong(copy, StatsFile.INCARNATION), slots,
                figure("slot size", StatsFile.SLOT_SIZE, 1, Long.MAX_VALUE),
                figure("pid", StatsFile.PID, 0, Long.MAX_VALUE),
                figure("time of opening", StatsFile.OPENED, 0, Long.MAX_VALUE));
        int present = (int) figure("subscriptions in the books", StatsFile.PRESENT, 0, Integer.MAX_VALUE);
        return new ChannelStats(identity, Words.getLong(copy, StatsFile.WRITTEN), totals(slots), present,
                records(Math.min(present, StatsFile.MAX_SUBSCRIPTIONS), slots));
    }

    private ChannelTotals totals(int slots) {
        return new ChannelTotals(total("free slots", 0, slots), total("held slots", 1, Long.MAX_VALUE),
                total("kept slots", 2, slots), total("subscriptions", 3, Integer.MAX_VALUE),
                total("demand", 4, Long.MAX_VALUE), total("credit", 5, Long.MAX_VALUE),
                total("published frames", 6, Long.MAX_VALUE), total("waiting frames", 7, Long.MAX_VALUE),
                total("discarded frames", 8, Long.MAX_VALUE), total("stalled", 9, 1) == 1,
                Words.getLong(copy, StatsFile.TOTALS + (long) Long.BYTES * 10), total("parks", 11, Long.MAX_VALUE),
                total("wake-ups", 12, Long.MAX_VALUE));
    }

    private long total(String what, int index, long most) {
        return figure(what, StatsFile.TOTALS + (long) Long.BYTES * index, 0, most);
    }

    private List<SubscriptionStats> records(int count, int slots) {
        List<SubscriptionStats> records = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            records.add(record(StatsFile.RECORDS + StatsFile.RECORD_SIZE * i, slots));
        }
        return records;
    }

    private SubscriptionStats record(long at, int slots) {
        long id = figure("a subscription's number", at, 1, Long.MAX_VALUE);
        int code = Words.getInt(copy, at + StatsFile.RECORD_MODE);
        DeliveryMode mode = DeliveryMode.of(code);
        if (mode == null) {
            throw new ShmProtocolException(channel, "its stats file: subscription " + id + " has mode " + code);
        }
        long figures = at + StatsFile.RECORD_FIGURES;
        return new SubscriptionStats(id, mode, group(at), figure("demand", figures, 0, Long.MAX_VALUE),
                figure("held slots", figures + 8, 0, slots),
                figure("delivered frames", figures + 16, 0, Long.MAX_VALUE),
                figure("skipped frames", figures + 24, 0, Long.MAX_VALUE),
                figure("redelivered frames", figures + 32, 0, Long.MAX_VALUE),
                (Words.getInt(copy, at + StatsFile.RECORD_FLAGS) & StatsFile.FLAG_HOARDING) != 0);
    }

    private String group(long at) {
        int length = Words.getInt(copy, at + StatsFile.RECORD_GROUP_LENGTH);
        if (length < 0 || length > StatsFile.MAX_GROUP_BYTES) {
            throw new ShmProtocolException(channel, "its stats file: a group's name of " + length
                    + " bytes, allowed are 0 to " + StatsFile.MAX_GROUP_BYTES);
        }
        byte[] bytes = copy.asSlice(at + StatsFile.RECORD_GROUP, length).toArray(ValueLayout.JAVA_BYTE);
        for (byte b : bytes) {
            if (b <= ' ' || b > '~') {
                throw new ShmProtocolException(channel, "its stats file: a group's name has byte " + b);
            }
        }
        return new String(bytes, StandardCharsets.US_ASCII);
    }

    private long figure(String what, long offset, long least, long most) {
        long value = Words.getLong(copy, offset);
        if (value < least || value > most) {
            throw new ShmProtocolException(channel, "its stats file: " + what + " is " + value + ", allowed are "
                    + least + " to " + most);
        }
        return value;
    }
}
