package io.github.reactorshm.channel;

import java.nio.channels.ClosedChannelException;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;

import io.github.reactorshm.control.Answer;
import io.github.reactorshm.control.Attachments;
import io.github.reactorshm.control.CallbackThreads;
import io.github.reactorshm.control.ChannelName;
import io.github.reactorshm.control.ControlThread;
import io.github.reactorshm.control.Doorkeeper;
import io.github.reactorshm.control.FileThreads;
import io.github.reactorshm.control.Hello;
import io.github.reactorshm.control.MappedFile;
import io.github.reactorshm.control.OwnedChannel;
import io.github.reactorshm.control.Refused;
import io.github.reactorshm.control.Welcome;
import io.github.reactorshm.error.ShmException;
import io.github.reactorshm.error.ShmFileException;
import io.github.reactorshm.error.ShmOutOfSpaceException;
import io.github.reactorshm.layout.DeliveryMode;
import io.github.reactorshm.layout.PoolGeometry;
import io.github.reactorshm.layout.SubscriptionControl;
import io.github.reactorshm.layout.SubscriptionGeometry;
import io.github.reactorshm.loop.Loop;
import io.github.reactorshm.loop.Wire;
import org.jspecify.annotations.Nullable;
import reactor.util.Logger;
import reactor.util.Loggers;

/**
 * Where subscriptions of a producer begin and end: their control files, sockets and mappings. Control thread only, but for
 * {@link #dismiss}, which hands over to it.
 */
final class Reception {

    private static final Logger LOG = Loggers.getLogger(Reception.class);
    private static final long UNMAP_AGAIN_MILLIS = 50;

    private final OwnedChannel owned;
    private final SubscriptionGeometry geometry;
    private final PoolGeometry pool;
    private final ProducerSettings settings;
    private final Loop loop;
    private final Runnable changed;
    private final Runnable rang;
    private final Map<Long, SinkSubscription> welcomed = new HashMap<>();
    private @Nullable Doorkeeper doorkeeper;
    private long lastId;

    Reception(OwnedChannel owned, PoolGeometry pool, ProducerSettings settings, Loop loop, Runnable changed,
            Runnable rang) {
        this.owned = owned;
        this.pool = pool;
        this.settings = settings;
        this.loop = loop;
        this.changed = changed;
        this.rang = rang;
        this.geometry = SubscriptionGeometry.of(pool.slots());
    }

    void open(Attachments attachments) {
        Doorkeeper d = new Doorkeeper(owned.name(), owned.server(), owned.owner(), attachments);
        doorkeeper = d;
        try {
            d.start();
        } catch (ClosedChannelException e) {
            throw new ShmFileException(owned.directory(), "the channel was closed before it began to listen", e);
        }
    }

    Answer answer(Hello hello, boolean ending) {
        if (ending) {
            return new Refused(Refused.ENDING, "the stream has ended", "", "");
        }
        DeliveryMode mode = DeliveryMode.of(hello.mode());
        if (mode == null || !settings.modes().contains(mode)) {
            return new Refused(Refused.MODE, "this sink does not serve subscriptions of that mode",
                    new TreeSet<>(settings.modes()).toString(),
                    mode == null ? String.valueOf(hello.mode()) : mode.toString());
        }
        if (mode == DeliveryMode.GROUP ? !ChannelName.isValid(hello.group()) : !hello.group().isEmpty()) {
            return new Refused(Refused.PROTOCOL, "HELLO for mode " + mode + " names group \"" + hello.group() + "\"",
                    "",
                    "");
        }
        if (!hello.contentType().isEmpty() && !hello.contentType().equals(settings.contentType())) {
            return new Refused(Refused.CONTENT_TYPE, "the content types differ", settings.contentType(),
                    hello.contentType());
        }
        return welcome(hello, mode);
    }

    private Answer welcome(Hello hello, DeliveryMode mode) {
        long id = ++lastId;
        try {
            MappedFile file = owned.createSubFile(id, geometry.fileSize());
            SubscriptionControl control = SubscriptionControl.create(file.segment(), geometry, mode,
                    owned.header().incarnation(), id);
            welcomed.put(id, new SinkSubscription(owned.name(), id, hello, mode, file, control, changed, rang));
        } catch (ShmOutOfSpaceException e) {
            return new Refused(Refused.NO_SPACE, String.valueOf(e.getMessage()), "", "");
        } catch (ShmException e) {
            return new Refused(Refused.FAILURE, String.valueOf(e.getMessage()), "", "");
        }
        return new Welcome(owned.header().incarnation(), id, pool.slots(), pool.slotSize(), settings.contentType());
    }

    /** A newcomer has mapped everything: nobody needs the file's name any more. */
    SinkSubscription admit(long id, SocketChannel socket) {
        SinkSubscription s = welcomed.remove(id);
        if (s == null) {
            throw new IllegalStateException("subscription " + id + " was not welcomed");
        }
        try {
            owned.unlinkSubFile(id);
        } catch (ShmException e) {
            LOG.warn("channel '" + owned.name() + "': a control file stays until the channel ends", e);
        }
        Wire wire = new Wire(socket, owned.name(), owned.directory(), s);
        s.wire(wire);
        ControlThread.get().addTicker(wire);
        loop.listen(wire);
        return s;
    }

    void forget(long id) {
        SinkSubscription s = welcomed.remove(id);
        if (s != null) {
            owned.unlinkSubFile(id);
            unmap(List.of(s.file()));
        }
    }

    /** A subscription has left the books; by whoever drains the producer. */
    void dismiss(SinkSubscription s) {
        ControlThread.get().execute(() -> closeWire(s));
        // The loop may be setting the subscription's bells at this moment; after this job it is not.
        loop.execute(() -> ControlThread.get().execute(() -> unmap(List.of(s.file()))));
    }

    private static void closeWires(List<SinkSubscription> all, Runnable closed) {
        for (SinkSubscription s : all) {
            try {
                closeWire(s);
            } catch (ShmException e) {
                LOG.warn("a subscription's socket stays open until the process ends", e);
            }
        }
        CallbackThreads.execute(closed);
    }

    private static void closeWire(SinkSubscription s) {
        Wire wire = s.wire();
        if (wire != null) {
            ControlThread.get().removeTicker(wire);
            wire.close();
        }
    }

    /** Lets nobody in any more, removes the files, lets the subscriptions see the end, and says so. */
    void close(SinkSubscription[] present, Queue<SinkSubscription> arrivals, Runnable closed) {
        Doorkeeper d = doorkeeper;
        if (d != null) {
            d.stop();
        }
        List<SinkSubscription> all = new ArrayList<>(List.of(present));
        all.addAll(arrivals);
        FileThreads.execute(() -> {
            try {
                owned.close();
            } finally {
                ControlThread.get().execute(() -> closeWires(all, closed));
            }
        });
    }

    /** Unmaps the control files. */
    void unmapSubscriptions(SinkSubscription[] present, Queue<SinkSubscription> arrivals) {
        List<MappedFile> files = new ArrayList<>();
        for (SinkSubscription s : present) {
            files.add(s.file());
        }
        arrivals.forEach(s -> files.add(s.file()));
        unmap(files);
    }

    /** Unmaps the pool, which nobody writes into any more. */
    void unmapPool() {
        if (!owned.closePool()) {
            ControlThread.get().schedule(UNMAP_AGAIN_MILLIS, TimeUnit.MILLISECONDS, this::unmapPool);
        }
    }

    private static void unmap(List<MappedFile> files) {
        for (MappedFile file : files) {
            if (!file.tryUnmap()) {
                ControlThread.get().schedule(UNMAP_AGAIN_MILLIS, TimeUnit.MILLISECONDS, () -> unmap(List.of(file)));
            }
        }
    }
}
