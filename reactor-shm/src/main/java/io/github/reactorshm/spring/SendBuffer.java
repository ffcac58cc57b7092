package io.github.reactorshm.spring;

import io.netty.channel.ChannelOption;
import org.springframework.http.ReactiveHttpOutputMessage;
import org.springframework.http.server.reactive.AbstractServerHttpResponse;
import org.springframework.util.ClassUtils;
import reactor.netty.NettyOutbound;

/**
 * How much the operating system takes for one client before it is sent. By itself it takes megabytes: many pictures, each of which would
 * reach a slow client seconds after it was the newest one.
 */
final class SendBuffer {

    static final boolean REACTOR_NETTY = ClassUtils.isPresent("reactor.netty.NettyOutbound",
            SendBuffer.class.getClassLoader());

    private SendBuffer() {}

    /** Limits the connection of a response. Servers other than Reactor Netty keep what they have. */
    static void limit(ReactiveHttpOutputMessage message, int bytes) {
        if (REACTOR_NETTY && message instanceof AbstractServerHttpResponse response) {
            OfReactorNetty.limit(response.getNativeResponse(), bytes);
        }
    }

    /** Loaded only where Reactor Netty is there. */
    private static final class OfReactorNetty {

        static void limit(Object response, int bytes) {
            if (response instanceof NettyOutbound outbound) {
                outbound.withConnection(
                        connection -> connection.channel().config().setOption(ChannelOption.SO_SNDBUF, bytes));
            }
        }
    }
}
