package io.github.reactorshm.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * What a subscriber did, in a mapped file: an entry is there as soon as it is written, also if the process is killed at the next
 * instruction.
 */
public final class Journal {

    private static final VarHandle WORD = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());
    private static final int ENTRY = 16;
    private static final int ENTRIES = 1 << 18;

    private final ByteBuffer words;
    private int next;

    private Journal(ByteBuffer words) {
        this.words = words;
    }

    /** What happened to a frame. */
    public enum What {
        /** Nothing was written there. */
        NOTHING(0),
        /** The frame's onNext began. */
        RECEIVED(1),
        /** The same, with the mark that another may have seen the frame. */
        RECEIVED_AGAIN(2),
        /** Its close has returned. */
        CLOSED(3),
        /** A cancel of the subscription has returned; it is no frame's. */
        CANCELLED(4);

        private final long code;

        What(long code) {
            this.code = code;
        }

        private static What of(long code) {
            for (What what : values()) {
                if (what.code == code) {
                    return what;
                }
            }
            throw new IllegalArgumentException("no entry has code " + code);
        }
    }

    /**
     * One entry.
     *
     * @param what what happened
     * @param sequence the frame's sequence; of a cancel, when, as {@code System.nanoTime()} says
     */
    public record Entry(What what, long sequence) {}

    /**
     * A journal to write to; the file is made or begun anew.
     *
     * @param file the file
     * @return the journal
     */
    public static Journal at(Path file) {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ,
                StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
            return new Journal(channel.map(FileChannel.MapMode.READ_WRITE, 0, (long) ENTRY * ENTRIES));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Writes an entry down.
     *
     * @param what what happened
     * @param sequence to which frame
     */
    public synchronized void write(What what, long sequence) {
        int at = next++ * ENTRY;
        WORD.set(words, at + Long.BYTES, sequence);
        WORD.setRelease(words, at, what.code);
    }

    /**
     * A journal to look at, of a process that writes it or that is gone.
     *
     * @param file its file, which is there
     * @return the journal
     */
    public static Journal of(Path file) {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            return new Journal(channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * What was written so far.
     *
     * @return the entries in order
     */
    public List<Entry> entries() {
        List<Entry> entries = new ArrayList<>();
        for (int at = 0; at < words.limit(); at += ENTRY) {
            What what = What.of((long) WORD.getAcquire(words, at));
            if (what == What.NOTHING) {
                break;
            }
            entries.add(new Entry(what, (long) WORD.get(words, at + Long.BYTES)));
        }
        return entries;
    }
}
