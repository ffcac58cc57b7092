package io.github.reactorshm.spring;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

import io.github.reactorshm.ShmFrame;
import io.github.reactorshm.testkit.Recorder;
import io.netty.buffer.UnpooledByteBufAllocator;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Publisher;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.core.io.buffer.NettyDataBufferFactory;
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
        new FrameParts(source, new MultipartText(), payloads,
                new NettyDataBufferFactory(UnpooledByteBufAllocator.DEFAULT)).subscribe(client);
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
            new FrameParts(one.asFlux(), new MultipartText(), payloads,
                    new NettyDataBufferFactory(UnpooledByteBufAllocator.DEFAULT)).subscribe(racing);
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
