package io.github.reactorshm.spring;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ReactiveHttpOutputMessage;
import org.springframework.http.server.reactive.AbstractServerHttpResponse;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.netty.NettyOutbound;

/**
 * Whether a connection takes more than it has. The release of a buffer alone does not tell: TLS releases it when it is encrypted, and
 * what is encrypted waits for the socket in a queue without bound.
 */
interface WriteRoom {

    /** Servers of which nothing is known: the release of a buffer has to do. */
    WriteRoom ALWAYS = new WriteRoom() {

        @Override
        public boolean isThere() {
            return true;
        }

        @Override
        public Disposable whenThere(Runnable run) {
            return Disposables.disposed();
        }
    };

    boolean isThere();

    /** Runs this on the connection's thread whenever there is room again. One at a time for a connection. */
    Disposable whenThere(Runnable run);

    /** The room of a response's connection. */
    static WriteRoom of(ReactiveHttpOutputMessage message) {
        return SendBuffer.REACTOR_NETTY && message instanceof AbstractServerHttpResponse response
                ? OfReactorNetty.of(response.getNativeResponse())
                : ALWAYS;
    }

    /** Loaded only where Reactor Netty is there. */
    final class OfReactorNetty implements WriteRoom {

        private final Channel channel;

        private OfReactorNetty(Channel channel) {
            this.channel = channel;
        }

        static WriteRoom of(Object response) {
            WriteRoom[] room = {ALWAYS};
            if (response instanceof NettyOutbound outbound) {
                outbound.withConnection(connection -> room[0] = new OfReactorNetty(connection.channel()));
            }
            return room[0];
        }

        @Override
        public boolean isThere() {
            return channel.isWritable();
        }

        @Override
        public Disposable whenThere(Runnable run) {
            Bell bell = Bell.of(channel.pipeline());
            bell.ring = run;
            return () -> bell.forget(run);
        }
    }

    /** Stays with its connection; its responses come one after the other. */
    final class Bell extends ChannelInboundHandlerAdapter {

        private volatile @Nullable Runnable ring;

        static Bell of(ChannelPipeline pipeline) {
            Bell there = pipeline.get(Bell.class);
            if (there != null) {
                return there;
            }
            Bell bell = new Bell();
            pipeline.addFirst(bell);
            return bell;
        }

        private void forget(Runnable run) {
            // The next response of the connection may be there already.
            if (ring == run) {
                ring = null;
            }
        }

        @Override
        public void channelWritabilityChanged(ChannelHandlerContext context) {
            Runnable run = ring;
            if (run != null && context.channel().isWritable()) {
                run.run();
            }
            context.fireChannelWritabilityChanged();
        }
    }
}
