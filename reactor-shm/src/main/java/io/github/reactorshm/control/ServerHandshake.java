package io.github.reactorshm.control;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.nio.file.attribute.UserPrincipal;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import io.github.reactorshm.error.ShmProtocolException;
import io.github.reactorshm.layout.LayoutVersion;
import jdk.net.ExtendedSocketOptions;
import org.jspecify.annotations.Nullable;
import reactor.util.Logger;
import reactor.util.Loggers;

/**
 * The producer's half of one handshake: HELLO, then WELCOME or REFUSED, then ATTACHED. Control thread only. A peer that
 * does not finish in time is let go; a living one that was merely stopped connects again.
 */
final class ServerHandshake {

    private static final Logger LOG = Loggers.getLogger(ServerHandshake.class);
    private static final long PATIENCE_SECONDS = 10;

    private final String channel;
    private final SocketChannel socket;
    private final UserPrincipal owner;
    private final Attachments attachments;
    private final Consumer<ServerHandshake> ended;

    private MessageReader reader;
    private @Nullable SelectionKey key;
    private ControlThread.@Nullable Timer timer;
    private @Nullable ByteBuffer out;
    private boolean refused;
    private boolean over;
    private @Nullable Welcome welcome;

    ServerHandshake(String channel, SocketChannel socket, UserPrincipal owner, Attachments attachments,
            Consumer<ServerHandshake> ended) {
        this.channel = channel;
        this.socket = socket;
        this.owner = owner;
        this.attachments = attachments;
        this.ended = ended;
        this.reader = new MessageReader(channel);
    }

    void start() {
        timer = ControlThread.get().schedule(PATIENCE_SECONDS, TimeUnit.SECONDS, this::outOfTime);
        try {
            key = ControlThread.get().watch(socket, SelectionKey.OP_READ, this::ready);
            checkUser(socket.getOption(ExtendedSocketOptions.SO_PEERCRED).user());
        } catch (IOException e) {
            LOG.debug("channel " + channel + ": a handshake ended before its first message: " + e);
            abandon();
        }
    }

    private void checkUser(UserPrincipal peer) {
        if (!peer.equals(owner)) {
            LOG.warn("channel " + channel + ": a process of user " + peer.getName() + " was refused; only "
                    + owner.getName() + " may attach");
            refuse(new Refused(Refused.USER, "only processes of the channel's own user may attach", owner.getName(),
                    peer.getName()));
        }
    }

    void abandon() {
        if (over) {
            return;
        }
        end();
        Welcome w = welcome;
        if (w != null) {
            attachments.abandoned(w.subscriptionId());
        }
        try {
            socket.close();
        } catch (IOException e) {
            LOG.warn("channel " + channel + ": the socket of an abandoned handshake could not be closed", e);
        }
    }

    private void end() {
        over = true;
        ended.accept(this);
        ControlThread.Timer t = timer;
        if (t != null) {
            ControlThread.get().callOff(t);
        }
    }

    private void outOfTime() {
        if (!over) {
            LOG.debug("channel " + channel + ": a handshake did not end within " + PATIENCE_SECONDS + " s");
            abandon();
        }
    }

    private void ready() {
        if (over) {
            return;
        }
        try {
            if (out != null) {
                write();
            } else if (reader.read(socket)) {
                received();
            } else if (reader.endOfFile()) {
                abandon();
            }
        } catch (ShmProtocolException e) {
            LOG.warn("channel " + channel + ": a handshake was refused: " + e.getMessage());
            refuse(new Refused(Refused.PROTOCOL, messageOf(e), "", ""));
        } catch (IOException e) {
            LOG.debug("channel " + channel + ": a handshake ended: " + e);
            abandon();
        }
    }

    private static String messageOf(Exception e) {
        String message = e.getMessage();
        return message == null ? e.getClass().getName() : message;
    }

    private void received() throws IOException {
        Messages.Header header = reader.header();
        if (header.version() != LayoutVersion.CURRENT) {
            refuse(new Refused(Refused.VERSION, "the layout versions differ", String.valueOf(LayoutVersion.CURRENT),
                    String.valueOf(header.version())));
        } else if (header.type() == Messages.HELLO && welcome == null) {
            answer(Messages.readHello(channel, header, reader.body()));
        } else if (header.type() == Messages.ATTACHED && welcome != null) {
            attach(welcome);
        } else {
            throw new ShmProtocolException(channel, "message type " + header.type() + " came where "
                    + (welcome == null ? "HELLO (1)" : "ATTACHED (4)") + " was expected");
        }
    }

    private void answer(Hello hello) throws IOException {
        if (!hello.channel().equals(channel)) {
            throw new ShmProtocolException(channel, "HELLO is for channel \"" + hello.channel() + "\"");
        }
        switch (attachments.answer(hello)) {
            case Welcome w -> {
                welcome = w;
                reader = new MessageReader(channel);
                out = Messages.welcome(w);
                write();
            }
            case Refused r -> refuse(r);
        }
    }

    private void refuse(Refused why) {
        refused = true;
        out = Messages.refused(why);
        try {
            write();
        } catch (IOException e) {
            LOG.debug("channel " + channel + ": a refusal could not be sent: " + e);
            abandon();
        }
    }

    private void write() throws IOException {
        ByteBuffer bytes = out;
        SelectionKey k = key;
        if (bytes == null || k == null || over) {
            return;
        }
        socket.write(bytes);
        if (bytes.hasRemaining()) {
            k.interestOps(SelectionKey.OP_WRITE);
        } else {
            out = null;
            k.interestOps(SelectionKey.OP_READ);
            if (refused) {
                abandon();
            }
        }
    }

    private void attach(Welcome w) {
        end();
        SelectionKey k = key;
        if (k != null) {
            k.cancel();
        }
        attachments.attached(w.subscriptionId(), socket);
    }
}
