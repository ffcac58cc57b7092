package io.github.reactorshm.channel;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.reactorshm.control.Attached;
import io.github.reactorshm.control.ControlThread;
import io.github.reactorshm.control.MappedFile;
import io.github.reactorshm.error.ShmException;
import io.github.reactorshm.layout.DeliveryMode;
import io.github.reactorshm.layout.PoolGeometry;
import io.github.reactorshm.layout.PoolHeader;
import io.github.reactorshm.layout.SubscriptionControl;
import io.github.reactorshm.loop.Loop;
import io.github.reactorshm.loop.Wire;
import io.github.reactorshm.loop.WireListener;
import reactor.util.Logger;
import reactor.util.Loggers;

/**
 * A consumer's hold on a channel: the socket and the mappings. It lives as long as the subscription or any frame of it, which
 * is what the count of holders counts; then the socket is closed and everything is unmapped, off the user's threads.
 */
final class Attachment implements SlotOwner {

    private static final Logger LOG = Loggers.getLogger(Attachment.class);
    private static final long UNMAP_AGAIN_MILLIS = 50;

    private final String channel;
    private final Path directory;
    private final boolean inGroup;
    private final PoolHeader header;
    private final PoolGeometry geometry;
    private final MappedFile poolFile;
    private final MappedFile controlFile;
    private final MemorySegment pool;
    private final SubscriptionControl control;
    private final RingReader ring;
    private final Wire wire;
    private final Loop loop;
    private final Runnable released;
    private final LostFrames lostFrames;
    private final ConsumerGauges gauges;
    private final HolderWatch watch;
    private final Runnable ticker = this::tick;
    private final AtomicInteger holders = new AtomicInteger(1);
    private volatile boolean consumerLeft;

    /** Control thread only. */
    Attachment(String channel, Path directory, Attached attached, Loop loop, Runnable released, WireListener listener,
            ConsumerSettings settings) {
        this.channel = channel;
        this.directory = directory;
        this.inGroup = settings.service().mode() == DeliveryMode.GROUP;
        this.header = attached.pool().header();
        this.geometry = header.geometry();
        this.poolFile = attached.pool().file();
        this.controlFile = attached.file();
        this.pool = poolFile.segment();
        this.control = attached.control();
        this.ring = new RingReader(channel, control, geometry, !inGroup);
        this.loop = loop;
        this.released = released;
        this.lostFrames = settings.lostFrames();
        this.gauges = settings.gauges();
        this.watch = new HolderWatch(geometry.slots());
        this.wire = new Wire(attached.socket(), channel, directory, listener);
        gauges.add(this);
        ControlThread.get().addTicker(ticker);
        loop.listen(wire);
    }

    @Override
    public String channel() {
        return channel;
    }

    @Override
    public PoolHeader header() {
        return header;
    }

    PoolGeometry geometry() {
        return geometry;
    }

    SubscriptionControl control() {
        return control;
    }

    /** The delivery ring, for whoever drains the consumer. */
    RingReader ring() {
        return ring;
    }

    /** Frames of this subscription that are not given back. */
    int held() {
        // The flag first: it is set before the consumer's own hold is given up.
        boolean left = consumerLeft;
        return Math.max(0, left ? holders.get() : holders.get() - 1);
    }

    @Override
    public MemorySegment payload(int slot, long length) {
        return pool.asSlice(geometry.slotOffset(slot), length);
    }

    @Override
    public void hold() {
        holders.getAndIncrement();
    }

    /** Notices from now on if the slot's holder becomes unreachable; for whoever drains the consumer. */
    void watch(HeldSlot held) {
        held.watchedBy(watch.handOut(held, held.slot(), held.index()));
    }

    private void tick() {
        wire.run();
        watch.look(this::lost);
    }

    private void lost(HolderWatch.Entry entry) {
        boolean kept = entry.wasViewed();
        lostFrames.add(kept);
        HolderWatch.report(
                "channel " + channel + ": a frame (delivery " + entry.index() + ", slot " + entry.slot() + ")",
                entry, kept
                        ? "a view of it was handed out, so its slot is kept until this process ends"
                        : "no view of it was handed out, so its slot is given back");
        if (!kept) {
            giveBack(entry.slot(), entry.index(), true);
        }
    }

    @Override
    public void giveBack(int slot, long index, boolean counted) {
        watch.comesBack(slot);
        try {
            control.storeReturned(slot, inGroup ? index : Math.abs(index));
            ringIfParked();
        } catch (InternalError e) {
            // The control file was truncated; the end of the socket gives the slot back.
            LOG.warn("channel " + channel + ": slot " + slot + " could not be given back in the subscription's file",
                    e);
        } finally {
            if (counted) {
                letGo();
            }
        }
    }

    /** The subscription is over; frames of it may still be open. */
    void consumerLeft() {
        consumerLeft = true;
        letGo();
    }

    @Override
    public ShmException accessError(Throwable error) {
        return ErrorTexts.ofAccess(directory, error);
    }

    /** One holder less; the last one ends it. */
    private void letGo() {
        if (holders.decrementAndGet() == 0) {
            ControlThread.get().execute(() -> {
                ControlThread.get().removeTicker(ticker);
                wire.close();
                gauges.remove(this);
                released.run();
                // The loop may be setting the bell at this moment; after this job it is not.
                loop.execute(() -> ControlThread.get().execute(this::unmap));
            });
        }
    }

    private void unmap() {
        boolean poolGone = poolFile.tryUnmap();
        boolean controlGone = controlFile.tryUnmap();
        if (!poolGone || !controlGone) {
            ControlThread.get().schedule(UNMAP_AGAIN_MILLIS, TimeUnit.MILLISECONDS, this::unmap);
        }
    }

    /** Wakes the producer if it is parked, after something was stored for it. */
    void ringIfParked() {
        VarHandle.fullFence();
        if (control.producerParked()) {
            if (loop.inLoop()) {
                sendBell();
            } else {
                wire.requestBell();
                loop.wake();
            }
        }
    }

    /** Rings if another thread asked for it; on the loop. */
    void ringIfDue() {
        if (wire.takeBell()) {
            sendBell();
        }
    }

    private void sendBell() {
        control.storeProducerParked(false);
        wire.ring();
    }
}
