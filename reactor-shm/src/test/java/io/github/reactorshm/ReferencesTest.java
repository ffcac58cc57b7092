package io.github.reactorshm;

import java.lang.ref.WeakReference;
import java.util.concurrent.CompletableFuture;

import io.github.reactorshm.codec.TextCodec;
import io.github.reactorshm.testkit.TestDirectory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Flux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Who is over is let go of, even while a frame that it got is kept: a picture may be on a screen for long. */
class ReferencesTest {

    private final TestDirectory directory = TestDirectory.create();

    @AfterEach
    void nothingIsLeft() {
        directory.close();
    }

    @Test
    void spec313_aCancelledSubscriberIsDroppedWhileItsFrameIsOpen() {
        assertDroppedWhileItsFrameIsOpen(Flux.concat(Flux.just("picture"), Flux.never()), true);
    }

    @Test
    void aCompletedSubscriberIsDroppedWhileItsFrameIsOpen() {
        assertDroppedWhileItsFrameIsOpen(Flux.just("picture"), false);
    }

    private void assertDroppedWhileItsFrameIsOpen(Flux<String> pictures, boolean cancels) {
        ShmSink<String> sink = ShmSink.<String>channel("pictures").baseDirectory(directory.path())
                .codec(TextCodec.ofSlotSize(64)).open();
        pictures.subscribe(sink);
        CompletableFuture<ShmFrame> got = new CompletableFuture<>();
        WeakReference<Screen> screen = subscribe(got, cancels);
        try (ShmFrame frame = got.join()) {
            await().untilAsserted(() -> {
                System.gc();
                assertThat(screen.get()).as("the subscriber").isNull();
            });
            assertThat(frame.isClosed()).isFalse();
        }
        sink.dispose();
    }

    private WeakReference<Screen> subscribe(CompletableFuture<ShmFrame> got, boolean cancels) {
        Screen screen = new Screen(got, cancels);
        ShmSource.channel("pictures").baseDirectory(directory.path()).build().subscribe(screen);
        return new WeakReference<>(screen);
    }

    private static final class Screen extends BaseSubscriber<ShmFrame> {

        private final CompletableFuture<ShmFrame> got;
        private final boolean cancels;

        Screen(CompletableFuture<ShmFrame> got, boolean cancels) {
            this.got = got;
            this.cancels = cancels;
        }

        @Override
        protected void hookOnNext(ShmFrame frame) {
            got.complete(frame);
            if (cancels) {
                cancel();
            }
        }
    }
}
