package io.github.reactorshm.spring;

import java.nio.ByteBuffer;
import java.util.Objects;

import io.github.reactorshm.ShmFrame;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import org.springframework.core.io.buffer.NettyDataBuffer;
import org.springframework.core.io.buffer.NettyDataBufferFactory;

/**
 * Frames as Netty's buffers, in place: nothing is copied, and the slot is given back when the buffer is released.
 *
 * <p>
 * <b>Ownership.</b> The buffer takes the frame's handle over: whoever releases the last reference to the buffer closes it, once,
 * on whatever thread that is. What fails closes it too. For several owners, {@link ShmFrame#retain()} gives a handle to each.
 *
 * <p>
 * <b>Threads.</b> Any; nothing blocks.
 */
public final class ShmFrameBuffers {

    private ShmFrameBuffers() {}

    /**
     * Makes a read-only buffer of a frame.
     *
     * @param frame the frame, which is closed by the release of the buffer
     * @return a new buffer with one reference, from 0 to the frame's length
     * @throws io.github.reactorshm.error.ShmFrameClosedException if the handle is closed
     * @throws UnsupportedOperationException if the payload is longer than a buffer can be, 2,147,483,647 bytes
     */
    public static ByteBuf byteBuf(ShmFrame frame) {
        return byteBuf(frame, () -> {});
    }

    /** The same, and what is to be done behind the close; also if it fails. */
    static ByteBuf byteBuf(ShmFrame frame, Runnable closed) {
        ByteBuffer payload;
        try {
            payload = frame.buffer();
        } catch (RuntimeException | Error e) {
            frame.close();
            closed.run();
            throw e;
        }
        return new HookedByteBuf(UnpooledByteBufAllocator.DEFAULT, 1, () -> {
            frame.close();
            closed.run();
        }).addComponent(true, Unpooled.wrappedBuffer(payload)).asReadOnly();
    }

    /**
     * The same as a {@code DataBuffer} of Spring.
     *
     * @param frame the frame, which is closed by the release of the buffer
     * @param factory the factory of the response
     * @return a new buffer with one reference
     * @throws io.github.reactorshm.error.ShmFrameClosedException if the handle is closed
     * @throws UnsupportedOperationException if the payload is longer than a buffer can be, 2,147,483,647 bytes
     */
    public static NettyDataBuffer dataBuffer(ShmFrame frame, NettyDataBufferFactory factory) {
        Objects.requireNonNull(factory, "factory");
        return factory.wrap(byteBuf(frame));
    }
}
