package io.github.reactorshm.control;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;

import io.github.reactorshm.error.ShmAccessException;
import io.github.reactorshm.error.ShmException;
import io.github.reactorshm.error.ShmFileException;
import io.github.reactorshm.error.ShmModeRefusedException;
import io.github.reactorshm.error.ShmProtocolException;
import io.github.reactorshm.error.ShmTypeMismatchException;
import io.github.reactorshm.error.ShmVersionMismatchException;
import io.github.reactorshm.layout.LayoutVersion;
import io.github.reactorshm.layout.PoolHeader;
import io.github.reactorshm.layout.SubscriptionControl;
import io.github.reactorshm.layout.SubscriptionGeometry;
import jdk.net.ExtendedSocketOptions;
import org.jspecify.annotations.Nullable;

/**
 * The consumer's half of one handshake: HELLO, then WELCOME, then the mappings are made and ATTACHED says so. Control thread
 * only. What ends before that is told to the {@link Dialer}, which decides whether to try again.
 */
final class ClientHandshake {

    private final Dialer dialer;
    private final String channel;
    private final SocketChannel socket;
    private final MessageReader reader;
    private @Nullable SelectionKey key;
    private @Nullable ByteBuffer out;
    private @Nullable PoolView pool;
    private @Nullable MappedFile sub;
    private @Nullable Attached mapped;
    private boolean over;

    ClientHandshake(Dialer dialer) throws IOException {
        this.dialer = dialer;
        this.channel = dialer.hello().channel();
        this.reader = new MessageReader(channel);
        this.socket = SocketChannel.open(StandardProtocolFamily.UNIX);
    }

    void start() throws IOException {
        Path path = dialer.directory().resolve(ChannelFiles.SOCKET);
        socket.configureBlocking(false);
        // A connect follows links, so what it is about to reach is looked at first.
        OwnFiles.checkDirectory(dialer.base(), dialer.directory());
        OwnFiles.checkSocket(dialer.base(), path);
        // A connect to a Unix socket never takes time: it succeeds, or it fails (nobody listens, the backlog is full).
        if (!socket.connect(UnixDomainSocketAddress.of(path)) && !socket.finishConnect()) {
            throw new IOException("the connect to " + path + " did not end at once");
        }
        UserPrincipal peer = socket.getOption(ExtendedSocketOptions.SO_PEERCRED).user();
        if (!peer.equals(dialer.base().owner())) {
            throw new ShmAccessException(path, "it belongs to a process of user " + peer.getName()
                    + "; only channels of " + dialer.base().owner().getName() + " are attached to");
        }
        key = ControlThread.get().watch(socket, SelectionKey.OP_READ, this::ready);
        out = Messages.hello(dialer.hello());
        write();
    }

    void close() {
        over = true;
        if (pool != null) {
            pool.file().tryUnmap();
        }
        if (sub != null) {
            sub.tryUnmap();
        }
        try {
            socket.close();
        } catch (IOException e) {
            throw new ShmFileException(dialer.directory(), "the socket of a handshake could not be closed", e);
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
                dialer.retry(new IOException("the channel's owner closed the connection during the handshake"));
            }
        } catch (ShmException e) {
            dialer.fail(e);
        } catch (IOException e) {
            // A reset, or files that went between WELCOME and the mapping: the channel ended meanwhile.
            dialer.retry(e);
        } catch (RuntimeException | InternalError e) {
            dialer.broken(e);
        }
    }

    private void received() throws IOException {
        Messages.Header header = reader.header();
        switch (header.type()) {
            case Messages.WELCOME -> {
                checkVersion(header);
                attach(Messages.readWelcome(channel, reader.body()));
            }
            case Messages.REFUSED -> refused(Messages.readRefused(channel, reader.body()));
            default -> throw new ShmProtocolException(channel,
                    "message type " + header.type() + " came where WELCOME (2) or REFUSED (3) was expected");
        }
    }

    private void checkVersion(Messages.Header header) {
        if (header.version() != LayoutVersion.CURRENT) {
            throw new ShmVersionMismatchException(channel, LayoutVersion.CURRENT, header.version());
        }
    }

    private void refused(Refused why) {
        switch (why.code()) {
            // What the owner expected is what this end finds there.
            case Refused.VERSION -> throw new ShmVersionMismatchException(channel, LayoutVersion.CURRENT,
                    number(why.expected()));
            case Refused.CONTENT_TYPE -> throw new ShmTypeMismatchException(channel, dialer.hello().contentType(),
                    why.expected());
            case Refused.USER -> throw new ShmAccessException(dialer.directory(), why.text() + ": it is "
                    + why.expected() + " and this process runs as " + why.found());
            case Refused.ENDING -> dialer.retry(new IOException("the channel was ending: " + why.text()));
            case Refused.MODE -> throw new ShmModeRefusedException(channel, why.found(), why.expected());
            case Refused.PROTOCOL -> throw new ShmProtocolException(channel, why.text());
            default -> throw new ShmFileException(dialer.directory(),
                    "the channel's owner refused the subscription (code " + why.code() + "): " + why.text(), null);
        }
    }

    private int number(String text) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            throw new ShmProtocolException(channel, "a refusal names version \"" + text + "\"");
        }
    }

    private void attach(Welcome welcome) throws IOException {
        SubscriptionGeometry geometry = geometry(welcome);
        // A file that is not there any more is an IOException: the channel ended meanwhile, and it is tried again.
        PoolView view = PoolView.open(dialer.base(), channel);
        pool = view;
        MappedFile file = MappedFile.openSub(dialer.base(), channel, welcome.subscriptionId(), geometry.fileSize());
        sub = file;
        PoolHeader header = view.header();
        if (header.incarnation() != welcome.incarnation()) {
            throw new IOException("another incarnation of the channel took its place during the handshake");
        }
        if (header.geometry().slots() != welcome.slots() || header.geometry().slotSize() != welcome.slotSize()
                || !header.contentType().equals(welcome.contentType())) {
            throw new ShmProtocolException(channel, "WELCOME names " + welcome.slots() + " slots of "
                    + welcome.slotSize() + " bytes of " + welcome.contentType() + " but the pool has "
                    + header.geometry().slots() + " of " + header.geometry().slotSize() + " of "
                    + header.contentType());
        }
        SubscriptionControl control = SubscriptionControl.attach(channel, file.segment(), geometry, dialer.mode(),
                welcome.incarnation(), welcome.subscriptionId());
        mapped = new Attached(socket, view, file, control);
        out = Messages.attached();
        write();
    }

    private SubscriptionGeometry geometry(Welcome welcome) {
        try {
            return SubscriptionGeometry.of(welcome.slots());
        } catch (IllegalArgumentException e) {
            throw new ShmProtocolException(channel, "WELCOME names " + welcome.slots() + " slots");
        }
    }

    private void write() throws IOException {
        ByteBuffer bytes = out;
        SelectionKey k = key;
        if (bytes == null || k == null) {
            return;
        }
        socket.write(bytes);
        if (bytes.hasRemaining()) {
            k.interestOps(SelectionKey.OP_WRITE);
            return;
        }
        out = null;
        k.interestOps(SelectionKey.OP_READ);
        Attached m = mapped;
        if (m != null) {
            over = true;
            k.cancel();
            dialer.attached(m);
        }
    }
}
