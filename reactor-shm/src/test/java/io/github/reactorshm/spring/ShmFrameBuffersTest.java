package io.github.reactorshm.spring;

import java.nio.ReadOnlyBufferException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

import io.github.reactorshm.ShmFrame;
import io.github.reactorshm.error.ShmFrameClosedException;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.util.IllegalReferenceCountException;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.core.io.buffer.NettyDataBuffer;
import org.springframework.core.io.buffer.NettyDataBufferFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** A frame as a buffer of Netty. */
class ShmFrameBuffersTest {

    private static final int ROUNDS = 200;

    @AutoClose
    private final Frames frames = new Frames();

    @Test
    void theBufferIsTheSlotAndItsReleaseGivesItBack() {
        ShmFrame frame = frames.take(1).getFirst();
        ByteBuf buffer = ShmFrameBuffers.byteBuf(frame);

        assertThat(buffer.isDirect()).isTrue();
        assertThat(buffer.nioBufferCount()).isEqualTo(1);
        assertThat(buffer.readableBytes()).isEqualTo(Frames.LENGTH);
        assertThat(buffer.getByte(0)).isEqualTo((byte) 1);
        assertThat(buffer.getByte(Frames.LENGTH - 1)).isEqualTo((byte) 1);
        assertThatThrownBy(() -> buffer.setByte(0, 2)).isInstanceOf(ReadOnlyBufferException.class);
        assertThat(frames.held()).isEqualTo(1);

        assertThat(buffer.release()).isTrue();

        frames.awaitHeld(0);
        assertThat(frame.isClosed()).isTrue();
        assertThatThrownBy(buffer::release).isInstanceOf(IllegalReferenceCountException.class);
    }

    @Test
    void theLastOfSeveralReferencesGivesItBack() {
        NettyDataBuffer buffer = ShmFrameBuffers.dataBuffer(frames.take(1).getFirst(),
                new NettyDataBufferFactory(UnpooledByteBufAllocator.DEFAULT));
        ByteBuf slice = buffer.getNativeBuffer().retainedSlice(10, 20);

        DataBufferUtils.release(buffer);
        assertThat(slice.readableBytes()).isEqualTo(20);
        assertThat(frames.held()).isEqualTo(1);

        slice.release();
        frames.awaitHeld(0);
    }

    @Test
    void ownersHaveHandlesOfTheirOwn() {
        ShmFrame frame = frames.take(1).getFirst();
        ByteBuf one = ShmFrameBuffers.byteBuf(frame.retain());
        ByteBuf two = ShmFrameBuffers.byteBuf(frame);

        one.release();
        assertThat(two.getByte(0)).isEqualTo((byte) 1);
        assertThat(frames.held()).isEqualTo(1);
        two.release();
        frames.awaitHeld(0);
    }

    @Test
    void aClosedFrameIsRefused() {
        ShmFrame frame = frames.take(1).getFirst();
        frame.close();

        assertThatThrownBy(() -> ShmFrameBuffers.byteBuf(frame)).isInstanceOf(ShmFrameClosedException.class);
    }

    @Test
    void twoThreadsThatReleaseTheirReferencesCloseItOnce() throws Exception {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            ShmFrame frame = frames.take(1).getFirst();
            for (int i = 0; i < ROUNDS; i++) {
                ByteBuf buffer = ShmFrameBuffers.byteBuf(frame.retain());
                buffer.retain();
                CountDownLatch both = new CountDownLatch(2);
                for (int t = 0; t < 2; t++) {
                    threads.execute(() -> {
                        buffer.release();
                        both.countDown();
                    });
                }
                both.await();
                assertThat(buffer.refCnt()).isZero();
            }
            assertThat(frames.held()).isEqualTo(1);
            frame.close();
        }
        frames.awaitHeld(0);
    }
}
