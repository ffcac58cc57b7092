package io.github.reactorshm.control;

import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.attribute.UserPrincipal;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;
import reactor.util.Logger;
import reactor.util.Loggers;

/** Accepts connections to a channel and shakes hands with each, without ever waiting for one. Control thread only. */
public final class Doorkeeper {

    private static final Logger LOG = Loggers.getLogger(Doorkeeper.class);

    /** More peers that have connected and not said who they are than this are turned away. */
    private static final int MAX_PENDING = 64;

    private static final long RETRY_MILLIS = 250;

    private final String channel;
    private final ServerSocketChannel server;
    private final UserPrincipal owner;
    private final Attachments attachments;
    private final Set<ServerHandshake> pending = new LinkedHashSet<>();
    private @Nullable SelectionKey key;
    private boolean warned;

    /**
     * A doorkeeper that does not listen yet.
     *
     * @param channel the channel's name
     * @param server the channel's socket, non-blocking
     * @param owner the user whose processes may attach
     * @param attachments decides on newcomers
     */
    public Doorkeeper(String channel, ServerSocketChannel server, UserPrincipal owner, Attachments attachments) {
        this.channel = channel;
        this.server = server;
        this.owner = owner;
        this.attachments = attachments;
    }

    /**
     * Begins to accept.
     *
     * @throws ClosedChannelException if the socket is closed
     */
    public void start() throws ClosedChannelException {
        key = ControlThread.get().watch(server, SelectionKey.OP_ACCEPT, this::accept);
    }

    /** Ends every handshake that is going on; the socket itself is closed by whoever owns it. */
    public void stop() {
        for (ServerHandshake handshake : List.copyOf(pending)) {
            handshake.abandon();
        }
    }

    private void accept() {
        try {
            for (SocketChannel socket = server.accept(); socket != null; socket = server.accept()) {
                socket.configureBlocking(false);
                if (pending.size() >= MAX_PENDING) {
                    turnAway(socket);
                } else {
                    warned = false;
                    ServerHandshake handshake = new ServerHandshake(channel, socket, owner, attachments,
                            pending::remove);
                    pending.add(handshake);
                    handshake.start();
                }
            }
        } catch (ClosedChannelException e) {
            // The channel ended between the select and this call; nobody is owed an answer.
            LOG.debug("channel " + channel + ": closed while accepting");
        } catch (IOException e) {
            // Most likely no descriptor is free. The peer waits in the backlog and is accepted at a later try.
            LOG.warn("channel " + channel + ": a connection could not be accepted; it waits and is tried again in "
                    + RETRY_MILLIS + " ms", e);
            pause();
        }
    }

    /** Warns once for each time that it is full: whoever is turned away comes again, many times a second. */
    private void turnAway(SocketChannel socket) throws IOException {
        if (!warned) {
            warned = true;
            LOG.warn("channel " + channel + ": " + MAX_PENDING
                    + " peers have connected and not finished their handshake; others are turned away until they have");
        }
        socket.close();
    }

    private void pause() {
        SelectionKey k = key;
        if (k != null) {
            k.interestOps(0);
            ControlThread.get().schedule(RETRY_MILLIS, TimeUnit.MILLISECONDS, () -> {
                if (k.isValid()) {
                    k.interestOps(SelectionKey.OP_ACCEPT);
                }
            });
        }
    }
}
