package io.github.reactorshm.spring;

import java.util.List;
import java.util.Map;

import io.github.reactorshm.ShmFrame;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.springframework.core.ResolvableType;
import org.springframework.core.io.buffer.DataBufferFactory;
import org.springframework.core.io.buffer.NettyDataBufferFactory;
import org.springframework.http.CacheControl;
import org.springframework.http.MediaType;
import org.springframework.http.ReactiveHttpOutputMessage;
import org.springframework.http.codec.HttpMessageWriter;
import reactor.core.publisher.Mono;

/**
 * Writes what a controller's method returns: a {@code Mono<ShmFrame>} as one body with the channel's content type, any other
 * {@code Publisher<ShmFrame>} as {@code multipart/x-mixed-replace}, one part for each frame, each flushed at once. A browser
 * shows the latter, of JPEG pictures, as a moving picture.
 *
 * <p>
 * <b>What a client holds.</b> At most one unreleased frame, whatever the server asks for ahead: the next one is asked for when the
 * buffer of the one before was released and, where the server is Reactor Netty, its connection takes more. A frame's handle is closed once:
 * when its buffer is released, or the client has gone, or the response has ended in any other way. Without TLS a buffer is released when its last
 * byte was handed to the operating system, and a frame goes from its slot to the socket without a copy, while the client keeps up. With
 * TLS it is released when it is encrypted, which is a copy; of what is encrypted about Netty's high-water mark, 64 KiB, and one
 * frame wait for the socket.
 *
 * <p>
 * A client that has missed more than one picture in a row is slow, and gets copies: a slot is not kept for it. All responses together
 * hold at most half of a channel's slots, those of frames that wait to be written included; a frame beyond is copied, once for all
 * who take it.
 *
 * <p>
 * <b>Threads.</b> Signals stay on the publisher's thread and the server's; nothing blocks.
 *
 * <p>
 * <b>Parts.</b> Each has the headers {@code Content-Type}, {@code Content-Length}, {@code Shm-Sequence} and
 * {@code Shm-Published-Nanos}, which are {@link ShmFrame#sequence()} and {@link ShmFrame#publishedNanos()}.
 *
 * <p>
 * <b>Errors.</b> An error in front of the first frame is the application's to answer; a later one ends the connection. A
 * publisher that completes ends the body.
 */
public final class ShmFrameHttpMessageWriter implements HttpMessageWriter<ShmFrame> {

    private final FramePayloads payloads = new FramePayloads();
    private final int sendBuffer;

    /**
     * Creates a writer; the limit of held slots counts for all that it writes.
     *
     * @param sendBuffer bytes that the operating system takes for a client ahead of what is sent, where the server is Reactor Netty:
     *        pictures in there are the newest no more when a slow client gets them; more than zero
     * @throws IllegalArgumentException if it is less than 1
     */
    public ShmFrameHttpMessageWriter(int sendBuffer) {
        if (sendBuffer < 1) {
            throw new IllegalArgumentException("the send buffer must be at least 1 byte but is " + sendBuffer);
        }
        this.sendBuffer = sendBuffer;
    }

    @Override
    public List<MediaType> getWritableMediaTypes() {
        return FrameMediaTypes.WRITABLE;
    }

    @Override
    public boolean canWrite(ResolvableType elementType, @Nullable MediaType mediaType) {
        return elementType.resolve() == ShmFrame.class && FrameMediaTypes.isWritable(mediaType);
    }

    @Override
    public Mono<Void> write(Publisher<? extends ShmFrame> frames, ResolvableType elementType,
            @Nullable MediaType mediaType, ReactiveHttpOutputMessage message, Map<String, Object> hints) {
        if (message.getHeaders().getCacheControl() == null) {
            message.getHeaders().setCacheControl(CacheControl.noStore());
        }
        return frames instanceof Mono<? extends ShmFrame> one ? writeOne(one, message) : writeAll(frames, message);
    }

    private Mono<Void> writeOne(Mono<? extends ShmFrame> frame, ReactiveHttpOutputMessage message) {
        return frame.switchIfEmpty(Mono.defer(() -> {
            message.getHeaders().setContentLength(0);
            return message.setComplete().then(Mono.empty());
        })).flatMap(present -> {
            if (message.isCommitted()) {
                // There is no body any more, and nobody who would release one.
                present.close();
                return Mono.empty();
            }
            message.getHeaders().setContentType(FrameMediaTypes.of(present));
            message.getHeaders().setContentLength(present.length());
            NettyDataBufferFactory factory = netty(message.bufferFactory());
            ByteBuf payload = payloads.payload(present, factory.getByteBufAllocator(), false);
            return message.writeWith(Mono.just(factory.wrap(payload)));
        }).doOnDiscard(ShmFrame.class, ShmFrame::close);
    }

    private Mono<Void> writeAll(Publisher<? extends ShmFrame> frames, ReactiveHttpOutputMessage message) {
        MultipartText text = new MultipartText();
        message.getHeaders().setContentType(text.contentType());
        SendBuffer.limit(message, sendBuffer);
        FrameParts parts = new FrameParts(frames, text, payloads, netty(message.bufferFactory()),
                WriteRoom.of(message));
        return message.writeAndFlushWith(parts).doFinally(end -> parts.end());
    }

    /** The server's own, or one whose buffers any other server releases as well. */
    private static NettyDataBufferFactory netty(DataBufferFactory factory) {
        return factory instanceof NettyDataBufferFactory own
                ? own
                : new NettyDataBufferFactory(UnpooledByteBufAllocator.DEFAULT);
    }

    /**
     * Slots of a channel that responses hold at this moment. A gauge.
     *
     * @param channel the channel's name
     * @return the number, at most half of the channel's slots
     */
    public int heldSlots(String channel) {
        return payloads.of(channel).held();
    }

    /**
     * Frames of a channel that were copied for slow clients, or because responses held half of the slots. A counter.
     *
     * @param channel the channel's name
     * @return the number
     */
    public long copiedFrames(String channel) {
        return payloads.of(channel).copied();
    }
}
