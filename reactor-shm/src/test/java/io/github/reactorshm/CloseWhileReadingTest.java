package io.github.reactorshm;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

import io.github.reactorshm.error.ShmFrameClosedException;
import io.github.reactorshm.testkit.Channel;
import io.github.reactorshm.testkit.Crew;
import io.github.reactorshm.testkit.Payloads;
import io.github.reactorshm.testkit.Recorder;
import io.github.reactorshm.testkit.Resources;
import io.github.reactorshm.testkit.TestDirectory;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

/** Frames that are read, by the processor or by the kernel, while their channel goes. */
class CloseWhileReadingTest {

    private static final int SLOTS = 8;
    private static final int HELD = 4;
    /** More than two sockets with small buffers take. */
    private static final int SIZE = 1 << 20;
    private static final int SMALL_BUFFER = 4_096;
    private static final Payloads NUMBERS = Payloads.full(0, SIZE);
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @AutoClose
    private static final TestDirectory DIRECTORY = TestDirectory.create();

    @AutoClose
    private static final Crew CREW = new Crew();

    @Test
    void M5_framesThatAreReadWhileTheChannelClosesAreWhole() throws Exception {
        closeWhileReading(10);
    }

    @Tag("storm")
    @Test
    void M5_framesThatAreReadWhileTheChannelClosesAreWholeStorm() throws Exception {
        closeWhileReading(500);
    }

    private void closeWhileReading(int rounds) throws Exception {
        for (int i = 0; i < rounds; i++) {
            try (StalledWrite write = new StalledWrite()) {
                round(write);
            }
        }
    }

    /** Four threads read one frame each, a fifth reads past the close, a sixth is stuck in the kernel, and both ends close. */
    private void round(StalledWrite write) throws Exception {
        Channel channel = Channel.in(DIRECTORY);
        ShmSink<Long> sink = channel.sink(NUMBERS).slots(SLOTS).open();
        Recorder<ShmFrame> consumer = channel.recordFrames(HELD);
        Flux.range(1, Integer.MAX_VALUE).map(Integer::longValue).subscribe(sink);
        List<ShmFrame> frames = consumer.awaitItems(HELD);
        ShmFrame written = frames.getFirst().retain();
        MemorySegment view = frames.getLast().segment();
        write.begin(written.buffer());
        AtomicBoolean closed = new AtomicBoolean();
        AtomicLong readings = new AtomicLong();

        List<Runnable> actions = new ArrayList<>();
        frames.forEach(frame -> actions.add(() -> read(frame, closed, readings)));
        actions.add(() -> readUntilItIsGone(view, write));
        actions.add(() -> {
            // Not before each has begun.
            await().atMost(PATIENCE).until(() -> readings.get() >= HELD);
            sink.dispose();
            consumer.cancel();
            sink.onTerminate().onErrorComplete().block(PATIENCE);
            awaitMappings(channel, 2);
            closed.set(true);
            // Its memory is in the kernel's hands: the close does not wait for it, and neither does anybody else.
            written.close();
            write.letGo(written.tag());
        });
        CREW.together(actions.toArray(Runnable[]::new));
        awaitMappings(channel, 0);
        assertThatThrownBy(frames.getFirst()::segment).isInstanceOf(ShmFrameClosedException.class);
    }

    /** The consumer's are the pool and the control file, once the producer's are gone. */
    private static void awaitMappings(Channel channel, int number) {
        await().atMost(PATIENCE).untilAsserted(
                () -> assertThat(Resources.mappings(channel.directory())).as("mappings").hasSize(number));
    }

    /** Reads on until the channel has closed, and once more. */
    private static void read(ShmFrame frame, AtomicBoolean closed, AtomicLong readings) {
        try (frame) {
            boolean last;
            do {
                last = closed.get();
                Payloads.check(frame);
                readings.incrementAndGet();
            } while (!last);
        }
    }

    /** As nobody should. It sees bytes, of whatever frame, or an exception, and never brings the JVM down. */
    private static void readUntilItIsGone(MemorySegment view, StalledWrite write) {
        long sum = 0;
        try {
            while (true) {
                for (long at = 0; at < view.byteSize(); at += 64) {
                    sum += view.get(ValueLayout.JAVA_BYTE, at);
                }
            }
        } catch (IllegalStateException e) {
            assertThat(e).as("after %s", sum).hasMessageContaining("closed");
            assertThat(write.isReadFrom()).as("unmapped although the kernel still needed it").isTrue();
        }
    }

    // ------------------------------------------------------------------ others are not held up

    @Test
    void M5_aStalledWriteHoldsItsMemoryAndNobodyElse() throws Exception {
        try (StalledWrite write = new StalledWrite()) {
            Channel channel = Channel.in(DIRECTORY);
            ShmSink<Long> sink = channel.sink(NUMBERS).slots(SLOTS).open();
            Recorder<ShmFrame> consumer = channel.recordFrames(1);
            Flux.range(1, 1).map(Integer::longValue).subscribe(sink);
            ShmFrame frame = consumer.awaitItems(1).getFirst();
            write.begin(frame.buffer());
            frame.close();
            consumer.awaitComplete();
            sink.onTerminate().block(PATIENCE);

            Channel other = Channel.in(DIRECTORY);
            Recorder<Long> recorder = other.record(NUMBERS, Long.MAX_VALUE);
            other.sink(NUMBERS).send(Flux.range(1, 100).map(Integer::longValue)).block(PATIENCE);
            recorder.awaitComplete();
            assertThat(recorder.size()).isEqualTo(100);
            assertThat(write.isDone()).isFalse();
            // The pool alone.
            awaitMappings(channel, 1);

            write.letGo(frame.tag());
            awaitMappings(channel, 0);
        }
    }

    /** A thread that writes a buffer to a socket whose other end does not read until it is told to. */
    private static final class StalledWrite implements AutoCloseable {

        private final SocketChannel out;
        private final SocketChannel in;
        private final CompletableFuture<Void> done = new CompletableFuture<>();
        private volatile boolean readFrom;

        StalledWrite() throws IOException {
            try (ServerSocketChannel server = ServerSocketChannel.open()) {
                server.setOption(StandardSocketOptions.SO_RCVBUF, SMALL_BUFFER);
                server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
                out = SocketChannel.open();
                out.setOption(StandardSocketOptions.SO_SNDBUF, SMALL_BUFFER);
                out.connect(server.getLocalAddress());
                in = server.accept();
            }
        }

        /** Returns when the socket is full. */
        void begin(ByteBuffer buffer) {
            Thread thread = Thread.ofPlatform().daemon().name("stalled-write").start(() -> {
                try {
                    while (buffer.hasRemaining()) {
                        out.write(buffer);
                    }
                    done.complete(null);
                } catch (IOException | RuntimeException e) {
                    done.completeExceptionally(e);
                }
            });
            await().atMost(PATIENCE).until(() -> in.socket().getInputStream().available() > 0
                    && thread.getState() == Thread.State.RUNNABLE);
        }

        boolean isDone() {
            return done.isDone();
        }

        /** Whether the other end has begun to read. */
        boolean isReadFrom() {
            return readFrom;
        }

        /** Reads all that is written, which must be the frame's bytes. */
        void letGo(long tag) {
            assertThat(isDone()).as("the write is over before anybody read").isFalse();
            readFrom = true;
            ByteBuffer read = ByteBuffer.allocate(SIZE);
            try {
                while (read.hasRemaining()) {
                    assertThat(in.read(read)).as("bytes read after %s", read.position()).isPositive();
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            Payloads.check(MemorySegment.ofBuffer(read.flip()), tag);
            done.orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join();
        }

        @Override
        public void close() throws IOException {
            in.close();
            out.close();
        }
    }
}
