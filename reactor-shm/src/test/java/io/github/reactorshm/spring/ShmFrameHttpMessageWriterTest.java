package io.github.reactorshm.spring;

import java.util.List;
import java.util.Map;

import io.github.reactorshm.ShmFrame;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Publisher;
import org.springframework.core.ResolvableType;
import org.springframework.http.MediaType;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.test.publisher.TestPublisher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

/** Responses, whatever way they end. */
class ShmFrameHttpMessageWriterTest {

    private static final ResolvableType FRAME = ResolvableType.forClass(ShmFrame.class);
    private static final int SEND_BUFFER = 128 << 10;

    @AutoClose
    private final Frames frames = new Frames();
    private final ShmFrameHttpMessageWriter writer = new ShmFrameHttpMessageWriter(SEND_BUFFER);
    private final CollectedResponse response = new CollectedResponse();

    private Mono<Void> write(Publisher<ShmFrame> body) {
        return writer.write(body, FRAME, null, response, Map.of());
    }

    private void failAtCommit() {
        response.beforeCommit(() -> Mono.error(new IllegalStateException("thrown by a test")));
    }

    private void assertFails(Publisher<ShmFrame> body) {
        assertThatThrownBy(() -> write(body).block(Frames.PATIENCE)).hasMessage("thrown by a test");
    }

    private void assertNothingHeld() {
        frames.awaitHeld(0);
        assertThat(writer.heldSlots(frames.channel().name())).isZero();
    }

    @Test
    void oneFrameIsABodyWithTheTypeOfItsChannel() {
        write(Mono.just(frames.take(1).getFirst())).block(Frames.PATIENCE);

        assertThat(response.getHeaders().getContentType()).isEqualTo(MediaType.APPLICATION_OCTET_STREAM);
        assertThat(response.getHeaders().getContentLength()).isEqualTo(Frames.LENGTH);
        assertThat(response.getHeaders().getCacheControl()).isEqualTo("no-store");
        assertThat(response.body()).hasSize(Frames.LENGTH).startsWith("\1").endsWith("\1");
        assertNothingHeld();
    }

    @Test
    void manyFramesAreParts() {
        write(Flux.fromIterable(frames.take(3))).block(Frames.PATIENCE);

        assertThat(String.valueOf(response.getHeaders().getContentType()))
                .startsWith("multipart/x-mixed-replace;boundary=frame-");
        assertThat(response.body()).contains("Shm-Sequence: 1\r\n", "Shm-Sequence: 2\r\n", "Shm-Sequence: 3\r\n")
                .endsWith("--\r\n");
        assertNothingHeld();
    }

    @Test
    void noFrameIsAnEmptyBody() {
        write(Mono.empty()).block(Frames.PATIENCE);

        assertThat(response.isCommitted()).isTrue();
        assertThat(response.getHeaders().getContentLength()).isZero();
        assertThat(response.body()).isEmpty();
    }

    @Test
    void anErrorInFrontOfTheFirstFrameIsTheApplicationsToAnswer() {
        assertFails(Mono.error(new IllegalStateException("thrown by a test")));
        assertFails(Flux.error(new IllegalStateException("thrown by a test")));

        assertThat(response.isCommitted()).isFalse();
    }

    @Test
    void aResponseThatFailsAtItsCommitKeepsNoFrame() {
        ShmFrame frame = frames.take(1).getFirst();
        failAtCommit();

        assertFails(Flux.concat(Mono.just(frame), Flux.never()));

        assertThat(frame.isClosed()).isTrue();
        assertNothingHeld();
    }

    @Test
    void aResponseOfOneFrameThatFailsAtItsCommitKeepsNone() {
        ShmFrame frame = frames.take(1).getFirst();
        failAtCommit();

        assertFails(Mono.just(frame));

        assertThat(frame.isClosed()).isTrue();
        assertNothingHeld();
    }

    @Test
    void aViewerWhoseResponseFailsAtItsCommitIsForgotten() {
        SharedFrames shared = new SharedFrames(frames.channel().source().latest().frames(), Frames.PATIENCE);
        shared.start();
        try {
            frames.awaitSubscriptions(1);
            failAtCommit();
            Mono<Void> written = write(shared).cache();
            written.subscribe(end -> {}, error -> {});
            assertThat(shared.clients()).isEqualTo(1);

            frames.send(1);

            assertThatThrownBy(() -> written.block(Frames.PATIENCE)).hasMessage("thrown by a test");
            await("no viewer").atMost(Frames.PATIENCE).until(() -> shared.clients() == 0);
            assertNothingHeld();
        } finally {
            shared.stop();
        }
    }

    @Test
    void aResponseThatIsCompleteWhenAFrameComesKeepsNone() {
        List<ShmFrame> all = frames.take(2);
        Mono<Void> one = write(Mono.just(all.getFirst()));
        Mono<Void> many = write(Flux.concat(Mono.just(all.getLast()), Flux.never()));
        response.setComplete().block(Frames.PATIENCE);

        one.block(Frames.PATIENCE);
        many.block(Frames.PATIENCE);

        assertThat(all).allMatch(ShmFrame::isClosed);
        assertNothingHeld();
    }

    @Test
    void anErrorRightBehindAFrameThatWaitsKeepsNone() {
        List<ShmFrame> all = frames.take(3);

        // The third one is asked for by the release of the second one, while the server is busy with that: it is queued.
        assertFails(Flux.concat(Flux.fromIterable(all), Flux.error(new IllegalStateException("thrown by a test"))));

        assertThat(all).allMatch(ShmFrame::isClosed);
        assertNothingHeld();
    }

    @Test
    void aResponseThatIsCancelledKeepsNoFrame() {
        ShmFrame frame = frames.take(1).getFirst();
        TestPublisher<ShmFrame> source = TestPublisher.create();
        var written = write(source).subscribe();
        source.next(frame);
        assertThat(response.body()).contains("Shm-Sequence: 1\r\n");

        written.dispose();

        source.assertCancelled();
        assertNothingHeld();
    }

    @Test
    void picturesOfAnyKindCanBeWritten() {
        assertThat(writer.canWrite(FRAME, null)).isTrue();
        for (String type : List.of("image/jpeg", "image/gif", "image/bmp", "image/*", "multipart/x-mixed-replace",
                "application/octet-stream", "*/*")) {
            assertThat(writer.canWrite(FRAME, MediaType.parseMediaType(type))).as(type).isTrue();
        }
        assertThat(writer.canWrite(FRAME, MediaType.APPLICATION_JSON)).isFalse();
        assertThat(writer.canWrite(ResolvableType.forClass(String.class), MediaType.IMAGE_JPEG)).isFalse();
    }
}
