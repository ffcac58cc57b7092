package io.github.reactorshm.spring;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

import io.github.reactorshm.ShmFrame;
import io.github.reactorshm.testkit.Recorder;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.UnpooledByteBufAllocator;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Publisher;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.core.io.buffer.NettyDataBufferFactory;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.test.publisher.TestPublisher;
import reactor.test.util.RaceTestUtils;

import static org.assertj.core.api.Assertions.assertThat;

/** What one client holds of a stream of frames. */
class FramePartsTest {

    private static final int ROUNDS = 500;

    @AutoClose
    private final Frames frames = new Frames();
    private final FramePayloads payloads = new FramePayloads();
    private final TestPublisher<ShmFrame> source = TestPublisher.create();
    private final Recorder<Publisher<DataBuffer>> client = Recorder.asking(128);

    private void subscribe() {
        parts(source, UnpooledByteBufAllocator.DEFAULT).subscribe(client);
    }

    private FrameParts parts(Publisher<ShmFrame> of, ByteBufAllocator allocator) {
        return parts(of, allocator, WriteRoom.ALWAYS);
    }

    private FrameParts parts(Publisher<ShmFrame> of, ByteBufAllocator allocator, WriteRoom room) {
        return new FrameParts(of, new MultipartText(), payloads, new NettyDataBufferFactory(allocator), room);
    }

    /** A connection that is full or not, as the test says. */
    private static final class Connection implements WriteRoom {

        private boolean room = true;
        private Runnable told;

        @Override
        public boolean isThere() {
            return room;
        }

        @Override
        public Disposable whenThere(Runnable run) {
            told = run;
            return () -> told = null;
        }
    }

    private static DataBuffer open(Publisher<DataBuffer> part) {
        return Mono.from(part).block();
    }

    @Test
    void aClientThatAsksForManyGetsTheNextOneBehindTheReleaseOfTheOneBefore() {
        List<ShmFrame> all = frames.take(2);
        subscribe();
        source.assertMinRequested(1);
        source.next(all.getFirst());
        assertThat(client.items()).hasSize(1);
        DataBuffer first = open(client.items().getFirst());
        source.assertMaxRequested(1);

        DataBufferUtils.release(first);

        frames.awaitHeld(1);
        source.next(all.getLast());
        DataBuffer second = open(client.items().getLast());
        assertThat(second.toString(StandardCharsets.ISO_8859_1)).startsWith("\r\nContent-Type: ")
                .contains("\r\nContent-Length: 1000\r\nShm-Sequence: 2\r\n");
        DataBufferUtils.release(second);
        frames.awaitHeld(0);
    }

    @Test
    void theNextFrameIsAskedForWhenTheConnectionTakesMore() {
        Connection connection = new Connection();
        AtomicLong asked = new AtomicLong();
        FrameParts parts = parts(source.flux().doOnRequest(asked::addAndGet), UnpooledByteBufAllocator.DEFAULT,
                connection);
        parts.subscribe(client);
        source.next(frames.take(1).getFirst());
        connection.room = false;

        DataBufferUtils.release(open(client.items().getFirst()));

        frames.awaitHeld(0);
        assertThat(asked).as("asked for while what was encrypted waits").hasValue(1);
        connection.room = true;
        connection.told.run();
        assertThat(asked).hasValue(2);
        parts.end();
        assertThat(connection.told).isNull();
        source.assertCancelled();
    }

    @Test
    void theBodyIsAMultipartFromItsFirstBoundaryToItsLast() {
        subscribe();
        source.next(frames.take(1).getFirst());
        source.complete();
        StringBuilder body = new StringBuilder();
        for (Publisher<DataBuffer> part : client.items()) {
            DataBuffer buffer = open(part);
            body.append(buffer.toString(StandardCharsets.ISO_8859_1));
            DataBufferUtils.release(buffer);
        }

        String boundary = body.substring(0, body.indexOf("\r\n"));
        assertThat(boundary).startsWith("--frame-");
        assertThat(body).endsWith("\r\n" + boundary + "--\r\n").hasSizeGreaterThan(Frames.LENGTH);
        frames.awaitHeld(0);
    }

    @Test
    void anErrorIsHandedOn() {
        subscribe();
        source.error(new IllegalStateException("gone"));

        assertThat(client.awaitError(IllegalStateException.class)).hasMessage("gone");
    }

    @Test
    void partsThatNobodyHasOpenedCountAmongWhatResponsesHold() {
        List<Recorder<Publisher<DataBuffer>>> clients = new ArrayList<>();
        for (ShmFrame frame : frames.take(Frames.SLOTS)) {
            Recorder<Publisher<DataBuffer>> one = Recorder.asking(1);
            TestPublisher<ShmFrame> own = TestPublisher.create();
            parts(own, UnpooledByteBufAllocator.DEFAULT).subscribe(one);
            own.next(frame);
            clients.add(one);
        }

        frames.awaitHeld(Frames.SLOTS / 2);
        assertThat(payloads.of(frames.channel().name()).held()).isEqualTo(Frames.SLOTS / 2);
        clients.forEach(Recorder::cancel);
        frames.awaitHeld(0);
    }

    @Test
    void aClientForWhomThereIsNoMemoryFailsAlone() {
        WatchedAllocator full = new WatchedAllocator(() -> {
            throw new OutOfMemoryError("made up by a test");
        });
        parts(source, full).subscribe(client);

        source.next(frames.take(1).getFirst());

        assertThat(client.awaitError(OutOfMemoryError.class)).hasMessage("made up by a test");
        source.assertCancelled();
        frames.awaitHeld(0);
        assertThat(payloads.of(frames.channel().name()).held()).isZero();
    }

    @Test
    void aPartThatIsNeverAskedForGoesBackWithTheEndOfTheResponse() {
        ShmFrame frame = frames.take(1).getFirst();
        FrameParts parts = parts(source, UnpooledByteBufAllocator.DEFAULT);
        parts.subscribe(client);
        source.next(frame);
        source.error(new IllegalStateException("gone"));
        client.awaitError(IllegalStateException.class);
        assertThat(frame.isClosed()).isFalse();

        parts.end();

        assertThat(frame.isClosed()).isTrue();
        frames.awaitHeld(0);
    }

    @Test
    void aPartThatIsNeverAskedForGoesBackWithTheCancel() {
        ShmFrame frame = frames.take(1).getFirst();
        subscribe();
        source.next(frame);

        client.cancel();

        assertThat(frame.isClosed()).isTrue();
        source.assertCancelled();
        frames.awaitHeld(0);
    }

    @Test
    void aCancelThatRacesWithTheOpeningOfAPartClosesTheFrameOnce() {
        ShmFrame frame = frames.take(1).getFirst();
        for (int i = 0; i < ROUNDS; i++) {
            Sinks.Many<ShmFrame> one = Sinks.many().unicast().onBackpressureBuffer();
            Recorder<Publisher<DataBuffer>> racing = Recorder.asking(1);
            parts(one.asFlux(), UnpooledByteBufAllocator.DEFAULT).subscribe(racing);
            one.tryEmitNext(frame.retain()).orThrow();
            Publisher<DataBuffer> part = racing.items().getFirst();
            List<DataBuffer> opened = new ArrayList<>();

            RaceTestUtils.race(() -> Flux.from(part).subscribe(opened::add), racing::cancel);

            opened.forEach(DataBufferUtils::release);
        }
        assertThat(frames.held()).isEqualTo(1);
        frame.close();
        frames.awaitHeld(0);
    }
}
