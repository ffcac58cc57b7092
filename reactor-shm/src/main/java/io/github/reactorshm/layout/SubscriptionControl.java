package io.github.reactorshm.layout;

import java.lang.foreign.MemorySegment;

import io.github.reactorshm.error.ShmProtocolException;
import io.github.reactorshm.error.ShmVersionMismatchException;
import org.jspecify.annotations.Nullable;

/**
 * The words of one subscription's control file, as types. No thread, no socket, no file; one writing process a word, but
 * for the bells. Every method says with which ordering it reads or writes; a reader never reads back what it wrote.
 *
 * <pre>
 * identity   +0 magic long  +8 version int  +12 mode int  +16 incarnation long  +24 subscription id long
 *            +32 ring capacity int  +36 slots int  +40 returns' offset long  +48 error text's offset long
 * asks       +0 requested long  +8 state int
 * taken      +0 taken long
 * tells      +0 delivered long  +8 state int  +12 starving int
 * bells      +0 word int: 0 awake, 1 parked
 * entry      +0 index long (published last)  +8 kind int  +12 slot int  +16 length long  +24 sequence long
 *            +32 publish time long  +40 tag long  +48 flags int
 * </pre>
 */
public final class SubscriptionControl {

    /** The consumer's state while it takes frames; also the state of a file that nobody has attached to. */
    public static final int CONSUMER_ACTIVE = 0;
    /** The consumer cancelled; {@link #taken()} is final. */
    public static final int CONSUMER_CANCELLED = 1;
    /** The consumer takes what it was given and asks for the end of its stream behind that. */
    public static final int CONSUMER_LEAVING = 2;
    /** The producer has not taken the subscription into its books. */
    public static final int PRODUCER_UNATTACHED = 0;
    /** The producer serves the subscription. */
    public static final int PRODUCER_ACTIVE = 1;

    static final int FLAG_REDELIVERED = 1;

    private static final long MAGIC = 0x0042_5553_4D48_5352L; // "RSHMSUB" read as bytes

    private static final long VERSION = 8;
    private static final long MODE = 12;
    private static final long INCARNATION = 16;
    private static final long SUBSCRIPTION_ID = 24;
    private static final long RING_CAPACITY = 32;
    private static final long SLOTS = 36;
    private static final long RETURNS_OFFSET = 40;
    private static final long ERROR_OFFSET = 48;

    private static final long REQUESTED = SubscriptionGeometry.ASKS;
    private static final long CONSUMER_STATE = SubscriptionGeometry.ASKS + 8;
    private static final long DELIVERED = SubscriptionGeometry.TELLS;
    private static final long PRODUCER_STATE = SubscriptionGeometry.TELLS + 8;
    private static final long STARVING = SubscriptionGeometry.TELLS + 12;

    private static final long KIND = 8;
    private static final long SLOT = 12;
    private static final long LENGTH = 16;
    private static final long SEQUENCE = 24;
    private static final long PUBLISHED = 32;
    private static final long TAG = 40;
    private static final long FLAGS = 48;

    private final MemorySegment file;
    private final SubscriptionGeometry geometry;
    private final long mask;
    private final long returnsOffset;

    private SubscriptionControl(MemorySegment file, SubscriptionGeometry geometry) {
        this.file = file;
        this.geometry = geometry;
        this.mask = geometry.ringCapacity() - 1L;
        this.returnsOffset = geometry.returnsOffset();
    }

    /**
     * The producer's first write: the identity. The rest of the file is zero, which is its initial state.
     *
     * @param file the mapped file, zeroed
     * @param geometry its geometry
     * @param mode how the subscription is served
     * @param incarnation the channel's incarnation
     * @param subscriptionId the subscription's id
     * @return the words
     */
    public static SubscriptionControl create(MemorySegment file, SubscriptionGeometry geometry, DeliveryMode mode,
            long incarnation, long subscriptionId) {
        Words.putInt(file, VERSION, LayoutVersion.CURRENT);
        Words.putInt(file, MODE, mode.code());
        Words.putLong(file, INCARNATION, incarnation);
        Words.putLong(file, SUBSCRIPTION_ID, subscriptionId);
        Words.putInt(file, RING_CAPACITY, geometry.ringCapacity());
        Words.putInt(file, SLOTS, geometry.slots());
        Words.putLong(file, RETURNS_OFFSET, geometry.returnsOffset());
        Words.putLong(file, ERROR_OFFSET, geometry.errorOffset());
        Words.putLongRelease(file, SubscriptionGeometry.IDENTITY, MAGIC);
        return new SubscriptionControl(file, geometry);
    }

    /**
     * The consumer's first look: everything in the identity must be what the handshake said.
     *
     * @param channel the channel's name, for messages
     * @param file the mapped file
     * @param geometry the geometry that follows from the handshake
     * @param mode the mode that was asked for
     * @param incarnation the incarnation that the handshake named
     * @param subscriptionId the id that the handshake named
     * @return the words
     */
    public static SubscriptionControl attach(String channel, MemorySegment file, SubscriptionGeometry geometry,
            DeliveryMode mode, long incarnation, long subscriptionId) {
        expect(channel, "size", geometry.fileSize(), file.byteSize());
        expect(channel, "magic", MAGIC, Words.getLongAcquire(file, SubscriptionGeometry.IDENTITY));
        int version = Words.getInt(file, VERSION);
        if (version != LayoutVersion.CURRENT) {
            throw new ShmVersionMismatchException(channel, LayoutVersion.CURRENT, version);
        }
        expect(channel, "mode", mode.code(), Words.getInt(file, MODE));
        expect(channel, "incarnation", incarnation, Words.getLong(file, INCARNATION));
        expect(channel, "subscription id", subscriptionId, Words.getLong(file, SUBSCRIPTION_ID));
        expect(channel, "ring capacity", geometry.ringCapacity(), Words.getInt(file, RING_CAPACITY));
        expect(channel, "slot count", geometry.slots(), Words.getInt(file, SLOTS));
        expect(channel, "return words' offset", geometry.returnsOffset(), Words.getLong(file, RETURNS_OFFSET));
        expect(channel, "error text's offset", geometry.errorOffset(), Words.getLong(file, ERROR_OFFSET));
        return new SubscriptionControl(file, geometry);
    }

    private static void expect(String channel, String what, long expected, long found) {
        if (expected != found) {
            throw new ShmProtocolException(channel,
                    "the control file's " + what + " is " + found + " but " + expected + " was expected");
        }
    }

    /**
     * The number of slots.
     *
     * @return the number of slots
     */
    public int slots() {
        return geometry.slots();
    }

    /**
     * The number of entries of the delivery ring.
     *
     * @return the capacity
     */
    public int ringCapacity() {
        return geometry.ringCapacity();
    }

    // ------------------------------------------------------------------ asks and taken, written by the consumer

    /**
     * What the consumer asked for in all. Read with acquire.
     *
     * @return the cumulative demand, unchecked
     */
    public long requested() {
        return Words.getLongAcquire(file, REQUESTED);
    }

    /**
     * Stores the cumulative demand with release.
     *
     * @param requested the demand; never less than before
     */
    public void storeRequested(long requested) {
        Words.putLongRelease(file, REQUESTED, requested);
    }

    /**
     * The consumer's state. Read with acquire: if it says cancelled, {@link #taken()} is final.
     *
     * @return the state, unchecked
     */
    public int consumerState() {
        return Words.getIntAcquire(file, CONSUMER_STATE);
    }

    /** Says that the consumer takes what it was given and no more, with release. */
    public void storeLeaving() {
        Words.putIntRelease(file, CONSUMER_STATE, CONSUMER_LEAVING);
    }

    /** Says that the consumer cancelled, with release: after its last {@link #storeTaken(long)}. */
    public void storeCancelled() {
        Words.putIntRelease(file, CONSUMER_STATE, CONSUMER_CANCELLED);
    }

    /**
     * The last delivery index that the consumer handed to its subscriber. Read with acquire.
     *
     * @return the index, unchecked
     */
    public long taken() {
        return Words.getLongAcquire(file, SubscriptionGeometry.TAKEN);
    }

    /**
     * Stores the delivery index that is about to be handed to the subscriber, with release.
     *
     * @param index the index
     */
    public void storeTaken(long index) {
        Words.putLongRelease(file, SubscriptionGeometry.TAKEN, index);
    }

    /**
     * The delivery index under which the consumer last gave the slot back. Read with acquire: what the consumer read
     * from the slot, it read before.
     *
     * @param slot the slot
     * @return the index, unchecked; 0 if it never did; negative from a member of a group that has not looked at the frame
     */
    public long returned(int slot) {
        return Words.getLongAcquire(file, returnsOffset + slot * SubscriptionGeometry.RETURN_WORD_SIZE);
    }

    /**
     * Gives a slot back, with release; from any thread, in any order.
     *
     * @param slot the slot
     * @param index the delivery index under which it came, negative in a group if nobody has looked at the frame
     */
    public void storeReturned(int slot, long index) {
        Words.putLongRelease(file, returnsOffset + slot * SubscriptionGeometry.RETURN_WORD_SIZE, index);
    }

    // ------------------------------------------------------------------ tells and the ring, written by the producer

    /**
     * Stores how many entries were published, with release.
     *
     * @param delivered the number
     */
    public void storeDelivered(long delivered) {
        Words.putLongRelease(file, DELIVERED, delivered);
    }

    /**
     * The producer's state. Read with acquire.
     *
     * @return the state, unchecked
     */
    public int producerState() {
        return Words.getIntAcquire(file, PRODUCER_STATE);
    }

    /** Says that the producer serves the subscription, with release. */
    public void storeProducerActive() {
        Words.putIntRelease(file, PRODUCER_STATE, PRODUCER_ACTIVE);
    }

    /**
     * Whether the producer waits for slots that subscriptions hold.
     *
     * @return true if it does
     */
    public boolean starving() {
        return Words.getIntAcquire(file, STARVING) != 0;
    }

    /**
     * Says whether the producer waits for slots that subscriptions hold, with release.
     *
     * @param starving whether it does
     */
    public void storeStarving(boolean starving) {
        Words.putIntRelease(file, STARVING, starving ? 1 : 0);
    }

    /**
     * Publishes a frame: the fields first, the index last, with release.
     *
     * @param index the delivery index, one more than the last
     * @param slot the slot that holds the payload
     * @param length the payload's length in bytes
     * @param sequence the frame's number in the channel
     * @param publishedNanos CLOCK_MONOTONIC in nanoseconds
     * @param tag the user's tag
     * @param redelivered whether another consumer may have seen the frame before
     */
    public void publishNext(long index, int slot, long length, long sequence, long publishedNanos, long tag,
            boolean redelivered) {
        long entry = entry(index);
        Words.putInt(file, entry + KIND, EntryKind.NEXT);
        Words.putInt(file, entry + SLOT, slot);
        Words.putLong(file, entry + LENGTH, length);
        Words.putLong(file, entry + SEQUENCE, sequence);
        Words.putLong(file, entry + PUBLISHED, publishedNanos);
        Words.putLong(file, entry + TAG, tag);
        Words.putInt(file, entry + FLAGS, redelivered ? FLAG_REDELIVERED : 0);
        Words.putLongRelease(file, entry, index);
    }

    /**
     * Publishes the end of the stream: the error text first if there is one, the index last, with release.
     *
     * @param index the delivery index, one more than the last
     * @param error why the stream failed, or null if it completed
     */
    public void publishTerminal(long index, @Nullable ErrorText error) {
        if (error != null) {
            ErrorText.write(file.asSlice(geometry.errorOffset(), ErrorText.SIZE), error);
        }
        long entry = entry(index);
        Words.putInt(file, entry + KIND, error == null ? EntryKind.COMPLETE : EntryKind.ERROR);
        Words.putInt(file, entry + SLOT, -1);
        Words.putLong(file, entry + LENGTH, 0);
        Words.putLong(file, entry + SEQUENCE, 0);
        Words.putLong(file, entry + PUBLISHED, 0);
        Words.putLong(file, entry + TAG, 0);
        Words.putInt(file, entry + FLAGS, 0);
        Words.putLongRelease(file, entry, index);
    }

    /**
     * The index that stands in the entry of a delivery index. Read with acquire: if it is {@code index}, the entry's
     * fields are whole.
     *
     * @param index the delivery index that is awaited
     * @return what stands there
     */
    public long entryIndex(long index) {
        return Words.getLongAcquire(file, entry(index));
    }

    /**
     * Copies an entry's fields out of shared memory, each once.
     *
     * @param index the delivery index, which {@link #entryIndex(long)} has shown to be published
     * @param into where to
     */
    public void readEntry(long index, EntryView into) {
        long entry = entry(index);
        into.kind = Words.getInt(file, entry + KIND);
        into.slot = Words.getInt(file, entry + SLOT);
        into.length = Words.getLong(file, entry + LENGTH);
        into.sequence = Words.getLong(file, entry + SEQUENCE);
        into.publishedNanos = Words.getLong(file, entry + PUBLISHED);
        into.tag = Words.getLong(file, entry + TAG);
        into.flags = Words.getInt(file, entry + FLAGS);
    }

    /**
     * Reads the error text that belongs to a published ERROR entry.
     *
     * @param channel the channel's name, for messages
     * @return the text
     */
    public ErrorText readError(String channel) {
        return ErrorText.read(file.asSlice(geometry.errorOffset(), ErrorText.SIZE), channel);
    }

    private long entry(long index) {
        return SubscriptionGeometry.RING + ((index - 1) & mask) * SubscriptionGeometry.ENTRY_SIZE;
    }

    // ------------------------------------------------------------------ bells

    /**
     * Whether the consumer is parked. A volatile read; the caller puts a full fence before it.
     *
     * @return true if it is parked
     */
    public boolean consumerParked() {
        return Words.getIntVolatile(file, SubscriptionGeometry.CONSUMER_BELL) != 0;
    }

    /**
     * Sets or clears the consumer's bell; volatile.
     *
     * @param parked whether the consumer is parked
     */
    public void storeConsumerParked(boolean parked) {
        Words.putIntVolatile(file, SubscriptionGeometry.CONSUMER_BELL, parked ? 1 : 0);
    }

    /**
     * Whether the producer is parked. A volatile read; the caller puts a full fence before it.
     *
     * @return true if it is parked
     */
    public boolean producerParked() {
        return Words.getIntVolatile(file, SubscriptionGeometry.PRODUCER_BELL) != 0;
    }

    /**
     * Sets or clears the producer's bell; volatile.
     *
     * @param parked whether the producer is parked
     */
    public void storeProducerParked(boolean parked) {
        Words.putIntVolatile(file, SubscriptionGeometry.PRODUCER_BELL, parked ? 1 : 0);
    }
}
