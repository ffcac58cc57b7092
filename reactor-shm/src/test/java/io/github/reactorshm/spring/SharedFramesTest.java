package io.github.reactorshm.spring;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeoutException;

import io.github.reactorshm.ShmFrame;
import io.github.reactorshm.testkit.Recorder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Subscription;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;
import reactor.core.CoreSubscriber;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

/** One subscription for many clients. */
class SharedFramesTest {

    private static final int ROUNDS = 500;
    private static final Duration PAUSE = Duration.ofMillis(10);

    private final Frames frames = new Frames();
    private final SharedFrames shared = new SharedFrames(frames.channel().source().latest().frames(), PAUSE);
    private final ShmHealthIndicator health = new ShmHealthIndicator(shared);

    @AfterEach
    void end() {
        shared.stop();
        frames.close();
    }

    private void start() {
        shared.start();
        frames.awaitSubscriptions(1);
    }

    private Recorder<ShmFrame> client(long first) {
        Recorder<ShmFrame> client = Recorder.asking(first);
        shared.subscribe(client);
        return client;
    }

    private Status status() {
        Health now = health.health().block();
        return now == null ? Status.UNKNOWN : now.getStatus();
    }

    private void awaitFrames(long count) {
        await(count + " frames").atMost(Frames.PATIENCE).until(() -> shared.frames() == count);
    }

    @Test
    void aSourceThatIsDisposedOfIsNotSubscribedToAgain() {
        start();
        Recorder<ShmFrame> client = client(1);
        shared.getSource().dispose();

        client.awaitComplete();
        assertThat(shared.isRunning()).isFalse();
        assertThat(shared.status().state()).isEqualTo(ChannelStatus.State.STOPPED);
        assertThat(shared.status().reason()).contains("was disposed of");
        frames.awaitSubscriptions(0);
        client.verify();
    }

    @Test
    void clientsShareOneSubscriptionAndEachHasAHandleOfItsOwn() {
        start();
        Recorder<ShmFrame> one = client(1);
        Recorder<ShmFrame> two = client(1);
        frames.send(1);

        one.awaitItems(1);
        two.awaitItems(1);
        frames.awaitSubscriptions(1);
        assertThat(shared.clients()).isEqualTo(2);
        one.items().getFirst().close();
        assertThat(frames.held()).isEqualTo(1);
        assertThat(two.items().getFirst().copy()).startsWith(1);
        two.items().getFirst().close();
        frames.awaitHeld(0);
        one.verify();
        two.verify();
    }

    @Test
    void aClientThatIsBehindMissesFramesAndHoldsNone() {
        start();
        Recorder<ShmFrame> late = client(0);
        for (int i = 1; i <= 3; i++) {
            frames.send(i);
            awaitFrames(i);
        }
        assertThat(shared.missed()).isEqualTo(3);
        frames.awaitHeld(0);

        late.request(1);
        frames.send(4);

        late.awaitItems(1);
        assertThat(late.items().getFirst().sequence()).isEqualTo(4);
        late.items().getFirst().close();
        late.verify();
    }

    @Test
    void clientsWaitForTheNextCamera() {
        assertThat(status()).isEqualTo(Status.UNKNOWN);
        start();
        Recorder<ShmFrame> client = client(2);
        frames.send(1);
        client.awaitItems(1);
        assertThat(status()).isEqualTo(Status.UP);

        frames.stop();

        await("lost").atMost(Frames.PATIENCE).until(() -> status().equals(Status.DOWN));
        assertThat(shared.status().reason()).contains("went away");
        assertThat(client.isTerminated()).isFalse();
        frames.reopen();
        frames.awaitSubscriptions(1);
        frames.send(2);
        client.awaitItems(2);
        assertThat(client.items().getLast().copy()).startsWith(2);
        assertThat(status()).isEqualTo(Status.UP);
        client.items().forEach(ShmFrame::close);
        client.verify();
    }

    @Test
    void aStopCompletesClientsAndLeavesThemWhatTheyHave() {
        start();
        Recorder<ShmFrame> client = client(5);
        frames.send(1);
        client.awaitItems(1);

        shared.stop();

        client.awaitComplete();
        assertThat(status()).isEqualTo(Status.OUT_OF_SERVICE);
        assertThat(client.items().getFirst().copy()).startsWith(1);
        client.items().getFirst().close();
        frames.awaitSubscriptions(0);
        Recorder<ShmFrame> late = client(1);
        late.awaitComplete();
        client.verify();
        late.verify();
    }

    @Test
    void aCancelledClientIsForgotten() {
        start();
        Recorder<ShmFrame> client = client(5);
        client.cancel();

        assertThat(shared.clients()).isZero();
        frames.send(1);
        awaitFrames(1);
        frames.awaitHeld(0);
        assertThat(client.items()).isEmpty();
    }

    @Test
    void aClientThatThrowsIsLetGoAndTheOthersGoOn() {
        start();
        Recorder<ShmFrame> bad = Recorder.unbounded(frame -> {
            throw new IllegalStateException("thrown by a test");
        });
        shared.subscribe(bad);
        Recorder<ShmFrame> good = client(2);

        frames.send(1);
        frames.send(2);

        good.awaitItems(2).forEach(ShmFrame::close);
        assertThat(bad.items()).hasSize(1);
        assertThat(shared.clients()).isEqualTo(1);
        frames.awaitHeld(0);
    }

    @Test
    void anErrorOfTheMachineInAClientEndsThatClientAlone() {
        start();
        Recorder<ShmFrame> bad = Recorder.unbounded(frame -> {
            throw new OutOfMemoryError("made up by a test");
        });
        shared.subscribe(bad);
        Recorder<ShmFrame> good = client(2);

        frames.send(1);
        frames.send(2);

        good.awaitItems(2).forEach(ShmFrame::close);
        assertThat(shared.clients()).isEqualTo(1);
        assertThat(status()).isEqualTo(Status.UP);
        frames.awaitHeld(0);
        // The recorder is not told to end: its client has gone all the same.
        bad.cancel();
        assertThat(shared.clients()).isEqualTo(1);
    }

    /** Asks in onSubscribe, and waits there until something else has happened. */
    private static final class Slow implements CoreSubscriber<ShmFrame> {

        private final Runnable meanwhile;
        private final List<String> signals = new CopyOnWriteArrayList<>();

        Slow(Runnable meanwhile) {
            this.meanwhile = meanwhile;
        }

        @Override
        public void onSubscribe(Subscription subscription) {
            signals.add("begin");
            subscription.request(1);
            meanwhile.run();
            signals.add("subscribed");
        }

        @Override
        public void onNext(ShmFrame frame) {
            frame.close();
            signals.add("frame");
        }

        @Override
        public void onError(Throwable error) {
            signals.add("error");
        }

        @Override
        public void onComplete() {
            signals.add("complete");
        }
    }

    @Test
    void aFrameThatComesDuringOnSubscribeIsHandedOverBehindIt() {
        start();
        Slow client = new Slow(() -> {
            frames.send(1);
            awaitFrames(1);
            frames.send(2);
            awaitFrames(2);
        });

        shared.subscribe(client);

        assertThat(client.signals).containsExactly("begin", "subscribed", "frame");
        frames.awaitHeld(0);
    }

    @Test
    void aStopDuringOnSubscribeCompletesBehindIt() {
        start();
        Slow client = new Slow(shared::stop);

        shared.subscribe(client);

        assertThat(client.signals).containsExactly("begin", "subscribed", "complete");
        assertThat(shared.clients()).isZero();
    }

    @Test
    void theNextFrameComesOrAnErrorInTime() {
        start();
        Mono<ShmFrame> next = shared.next(Frames.PATIENCE).cache();
        next.subscribe();
        frames.send(1);

        ShmFrame frame = next.block(Frames.PATIENCE);

        assertThat(frame.copy()).startsWith(1);
        frame.close();
        assertThatThrownBy(() -> shared.next(Duration.ofMillis(1)).block(Frames.PATIENCE))
                .hasCauseInstanceOf(TimeoutException.class)
                .hasMessageContaining("came within 1 ms; its state is LIVE");
        assertThatThrownBy(() -> shared.next(Duration.ZERO)).isInstanceOf(IllegalArgumentException.class);
        await().atMost(Frames.PATIENCE).until(() -> shared.clients() == 0);
        frames.awaitHeld(0);
    }

    @Test
    void aFrameThatComesWhenSomebodyGivesUpIsNotLost() {
        start();
        Disposable camera = Flux.interval(Duration.ofMillis(1)).onBackpressureDrop().subscribe(tick -> frames.send(1));
        Long came = Flux.range(0, ROUNDS).concatMap(i -> shared.next(Duration.ofMillis(1)).doOnNext(ShmFrame::close)
                .onErrorResume(TimeoutException.class, e -> Mono.empty()), 1).count().block(Frames.PATIENCE);
        camera.dispose();

        assertThat(came).isNotNull();
        // The last one is forgotten behind its last signal.
        await().atMost(Frames.PATIENCE).until(() -> shared.clients() == 0);
        frames.awaitHeld(0);
    }

    @Test
    void aRequestOfNothingIsAnError() {
        Recorder<ShmFrame> client = client(0);

        client.subscription().request(0);

        assertThat(client.awaitError(IllegalArgumentException.class)).hasMessageContaining("3.9");
    }
}
