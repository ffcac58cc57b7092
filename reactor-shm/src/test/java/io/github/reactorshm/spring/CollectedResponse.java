package io.github.reactorshm.spring;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

import io.netty.buffer.UnpooledByteBufAllocator;
import org.reactivestreams.Publisher;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.core.io.buffer.NettyDataBufferFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.server.reactive.AbstractServerHttpResponse;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** A response of Spring's whose socket is an array: it asks for parts as Reactor Netty does, and releases each buffer when it has its bytes. */
final class CollectedResponse extends AbstractServerHttpResponse {

    private final ByteArrayOutputStream body = new ByteArrayOutputStream();

    CollectedResponse() {
        super(new NettyDataBufferFactory(UnpooledByteBufAllocator.DEFAULT), new HttpHeaders());
    }

    String body() {
        return body.toString(StandardCharsets.ISO_8859_1);
    }

    @Override
    @SuppressWarnings({"TypeParameterUnusedInFormals", "unchecked"}) // Spring's.
    public <T> T getNativeResponse() {
        return (T) this;
    }

    @Override
    protected Mono<Void> writeWithInternal(Publisher<? extends DataBuffer> content) {
        return Flux.from(content).doOnNext(this::take).then();
    }

    @Override
    protected Mono<Void> writeAndFlushWithInternal(Publisher<? extends Publisher<? extends DataBuffer>> content) {
        return Flux.from(content).concatMap(part -> Flux.from(part).doOnNext(this::take)).then();
    }

    private void take(DataBuffer buffer) {
        byte[] bytes = new byte[buffer.readableByteCount()];
        buffer.read(bytes);
        body.writeBytes(bytes);
        DataBufferUtils.release(buffer);
    }

    @Override
    protected void applyStatusCode() {}

    @Override
    protected void applyHeaders() {}

    @Override
    protected void applyCookies() {}
}
