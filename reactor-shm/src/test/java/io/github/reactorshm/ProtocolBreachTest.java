package io.github.reactorshm;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import java.util.stream.Stream;

import io.github.reactorshm.error.ShmProtocolException;
import io.github.reactorshm.testkit.Accounts;
import io.github.reactorshm.testkit.Channel;
import io.github.reactorshm.testkit.ManualUpstream;
import io.github.reactorshm.testkit.Payloads;
import io.github.reactorshm.testkit.RawConsumer;
import io.github.reactorshm.testkit.Recorder;
import io.github.reactorshm.testkit.TestDirectory;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

/** A consumer that is attached and breaks the protocol is served no more; whoever else is there notices nothing. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class ProtocolBreachTest {

    private static final Payloads NUMBERS = Payloads.varied(0, 200);
    private static final Duration END = Duration.ofSeconds(30);
    private static final int ERROR = 3;
    private static final int CODE_PROTOCOL = 3;

    @AutoClose
    private static final TestDirectory DIRECTORY = TestDirectory.create();

    private final Channel channel = Channel.in(DIRECTORY);
    private final ManualUpstream<Long> upstream = new ManualUpstream<>();

    /** Done by a consumer that has asked for 100 and holds the first three frames. */
    private interface Breach {
        void commit(RawConsumer peer) throws IOException;
    }

    private static Named<Breach> breach(String name, Breach breach) {
        return Named.of(name, breach);
    }

    static Stream<Named<Breach>> breaches() {
        return Stream.of(breach("its demand falls", peer -> peer.request(99)),
                breach("its demand is negative", peer -> peer.request(-1)),
                breach("a state that does not exist", peer -> {
                    peer.putInt(RawConsumer.STATE, 7);
                    peer.ring();
                }),
                breach("gives a slot back before it was given", peer -> {
                    peer.giveBack(peer.slot(1), 1_000_000);
                    peer.ring();
                }),
                breach("gives a slot back under a negative index", peer -> {
                    peer.giveBack(peer.slot(1), -1);
                    peer.ring();
                }),
                breach("sends something else than a bell", peer -> peer.send(new byte[]{'B', 'B', 'X', 'B'})),
                breach("sends a second HELLO", peer -> peer.send("RSHM".getBytes(StandardCharsets.US_ASCII))));
    }

    @ParameterizedTest
    @MethodSource("breaches")
    void aBreachEndsThatSubscriptionAlone(Breach breach) throws IOException {
        ShmSink<Long> sink = channel.sink(NUMBERS).open();
        Recorder<Long> stays = channel.record(NUMBERS, Long.MAX_VALUE);
        Accounts.awaitSubscriptions(sink, 1);
        try (RawConsumer peer = RawConsumer.attach(channel)) {
            Accounts.awaitSubscriptions(sink, 2);
            upstream.subscribe(sink);
            peer.request(100);
            for (long i = 1; i <= 3; i++) {
                upstream.nextOnDemand(i);
            }
            await().until(() -> peer.isPublished(3));

            breach.commit(peer);
            Accounts.awaitSubscriptions(sink, 1);
            long end = lastPublished(peer);
            assertThat(peer.kind(end)).as("kind of the last entry").isEqualTo(ERROR);
            assertThat(peer.errorCode()).isEqualTo(CODE_PROTOCOL);
            for (long i = 4; i <= 200; i++) {
                upstream.nextOnDemand(i);
            }
            assertThat(stays.awaitItems(200)).isEqualTo(LongStream.rangeClosed(1, 200).boxed().toList());
            // It lives, so it may still be reading.
            Accounts.awaitHeld(sink, (int) (end - 1));
            assertThat(lastPublished(peer)).as("entries after the error").isEqualTo(end);
        }
        Accounts.awaitAllBack(sink);
        upstream.complete();
        stays.awaitComplete();
        stays.verify();
        sink.onTerminate().block(END);
    }

    private static long lastPublished(RawConsumer peer) {
        long index = 0;
        while (peer.isPublished(index + 1)) {
            index++;
        }
        return index;
    }

    @Test
    void aBreachOfTheOnlyConsumerEndsTheSinkWithWhatItDid() throws IOException {
        ShmSink<Long> sink = channel.sink(NUMBERS).open();
        upstream.subscribe(sink);
        try (RawConsumer peer = RawConsumer.attach(channel)) {
            Accounts.awaitSubscriptions(sink, 1);
            peer.send(new byte[]{'X'});
            ShmProtocolException error = catchThrowableOfType(ShmProtocolException.class,
                    () -> sink.onTerminate().block(END));
            assertThat(error).hasMessageContaining(channel.name()).hasMessageContaining("0x58")
                    .hasMessageContaining("0x42");
            upstream.awaitCancelled();
        }
    }

    @Test
    void aConsumerThatKeepsToTheProtocolInItsOwnWayIsServed() throws IOException {
        ShmSink<Long> sink = channel.sink(NUMBERS).open();
        upstream.subscribe(sink);
        try (RawConsumer peer = RawConsumer.attach(channel)) {
            Accounts.awaitSubscriptions(sink, 1);
            // Without a bell the demand is seen at the latest when the loop looks again by itself.
            peer.putLong(RawConsumer.REQUESTED, 20);
            for (long i = 1; i <= 20; i++) {
                upstream.nextOnDemand(i);
                long index = i;
                await().pollInterval(Duration.ofMillis(1)).until(() -> peer.isPublished(index));
                peer.putLong(RawConsumer.TAKEN, index);
                peer.giveBack(peer.slot(index), index);
            }
            for (int i = 0; i < 10_000; i++) {
                peer.ring();
            }
            Accounts.awaitAllBack(sink);
            upstream.complete();
            await().until(() -> peer.isPublished(21));
            sink.onTerminate().block(END);
        }
    }
}
