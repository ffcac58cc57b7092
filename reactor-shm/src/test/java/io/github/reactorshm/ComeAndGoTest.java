package io.github.reactorshm;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

import io.github.reactorshm.testkit.Accounts;
import io.github.reactorshm.testkit.Channel;
import io.github.reactorshm.testkit.ManualUpstream;
import io.github.reactorshm.testkit.Payloads;
import io.github.reactorshm.testkit.Recorder;
import io.github.reactorshm.testkit.Resources;
import io.github.reactorshm.testkit.TestDirectory;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscription;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.scheduler.Schedulers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Subscriptions that are made and cancelled, at each step of their life, leave nothing behind. */
class ComeAndGoTest {

    private static final Payloads NUMBERS = Payloads.varied(0, 100);
    private static final int SLOTS = 8;
    private static final int TOLERANCE = 2;
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @AutoClose
    private static final TestDirectory DIRECTORY = TestDirectory.create();

    private final Channel channel = Channel.in(DIRECTORY);
    private final ManualUpstream<Long> upstream = new ManualUpstream<>();

    /** When a guest leaves. */
    private enum Moment {
        IN_ON_SUBSCRIBE, WHILE_IT_ATTACHES, ATTACHED, AFTER_A_FRAME, IN_ON_NEXT
    }

    @Test
    void F6_subscriptionsThatComeAndGoLeaveNoDescriptorAndNoThread() {
        comeAndGo(300);
    }

    @Tag("storm")
    @Test
    void F6_subscriptionsThatComeAndGoLeaveNoDescriptorAndNoThreadStorm() {
        comeAndGo(10_000);
    }

    private void comeAndGo(int guests) {
        ShmSink<Long> sink = channel.sink(NUMBERS).slots(SLOTS).open();
        upstream.subscribe(sink);
        Recorder<Long> stays = channel.record(NUMBERS, Long.MAX_VALUE);
        upstream.awaitRequested(SLOTS);
        // The first of each kind starts threads that stay.
        invite(sink, 15);
        awaitAlone(sink);
        long descriptors = descriptors();
        int threads = threads();
        int mappings = Resources.mappings(DIRECTORY.path()).size();

        invite(sink, guests);
        awaitAlone(sink);
        await().atMost(PATIENCE).untilAsserted(() -> {
            assertThat(descriptors()).as("descriptors").isLessThanOrEqualTo(descriptors + TOLERANCE);
            assertThat(threads()).as("threads").isLessThanOrEqualTo(threads + TOLERANCE);
            assertThat(Resources.mappings(DIRECTORY.path())).as("mappings").hasSize(mappings);
        });
        stays.awaitItems(Math.toIntExact(upstream.emitted()));
        upstream.complete();
        stays.awaitComplete();
        stays.verify();
        sink.onTerminate().block(PATIENCE);
    }

    private void invite(ShmSink<Long> sink, int guests) {
        List<Publisher<?>> kinds = List.of(channel.source(NUMBERS).build(), channel.source().frames(),
                channel.source().frames().process(Schedulers.parallel(), 2, Payloads::check));
        Moment[] moments = Moment.values();
        for (int i = 0; i < guests; i++) {
            Moment moment = moments[i / kinds.size() % moments.length];
            Guest guest = new Guest(moment);
            kinds.get(i % kinds.size()).subscribe(guest);
            if (moment == Moment.ATTACHED) {
                Accounts.awaitSubscriptions(sink, 2);
            } else if (moment.compareTo(Moment.ATTACHED) > 0) {
                sendUntil(guest);
            }
            guest.cancel();
        }
    }

    /** It gets what is sent once it is attached, which the gauge cannot tell while others are leaving. */
    private void sendUntil(Guest guest) {
        await().atMost(PATIENCE).pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(1)).until(() -> {
            upstream.nextOnDemand(upstream.emitted() + 1);
            return guest.hasFrame();
        });
    }

    private void awaitAlone(ShmSink<Long> sink) {
        Accounts.awaitSubscriptions(sink, 1);
        Accounts.awaitAllBack(sink);
    }

    private static long descriptors() {
        try (Stream<Path> all = Files.list(Path.of("/proc/self/fd"))) {
            return all.count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static int threads() {
        return Thread.getAllStackTraces().size();
    }

    /** A subscriber that closes what it gets and leaves at its moment, or is told to. */
    private static final class Guest extends BaseSubscriber<Object> {

        private final Moment moment;
        private volatile boolean hasFrame;

        Guest(Moment moment) {
            this.moment = moment;
        }

        @Override
        protected void hookOnSubscribe(Subscription s) {
            s.request(Long.MAX_VALUE);
            if (moment == Moment.IN_ON_SUBSCRIBE) {
                cancel();
            }
        }

        @Override
        protected void hookOnNext(Object element) {
            if (element instanceof ShmFrame held) {
                held.close();
            }
            if (moment == Moment.IN_ON_NEXT) {
                cancel();
            }
            hasFrame = true;
        }

        boolean hasFrame() {
            return hasFrame;
        }
    }
}
