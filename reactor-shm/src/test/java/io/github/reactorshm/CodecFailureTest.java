package io.github.reactorshm;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

import io.github.reactorshm.error.ShmCodecException;
import io.github.reactorshm.error.ShmException;
import io.github.reactorshm.error.ShmFrameTooLargeException;
import io.github.reactorshm.error.ShmRemoteException;
import io.github.reactorshm.testkit.Accounts;
import io.github.reactorshm.testkit.Channel;
import io.github.reactorshm.testkit.ManualUpstream;
import io.github.reactorshm.testkit.Recorder;
import io.github.reactorshm.testkit.TestDirectory;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.reactivestreams.Subscription;
import reactor.core.publisher.Flux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

/** Codecs that throw, or say that they wrote what they cannot have written. */
class CodecFailureTest {

    private static final int SLOT_SIZE = 40;
    private static final long BAD = 3;
    /** Far more than it takes; the machine may be busy. */
    private static final Duration END = Duration.ofSeconds(30);

    @AutoClose
    private static final TestDirectory DIRECTORY = TestDirectory.create();

    private final Channel channel = Channel.in(DIRECTORY);

    /** What an encoder does with the third element, and what must come of it. */
    enum Fault {
        THROWS(ShmCodecException.class, "could not encode", "40 bytes", "on purpose") {
            @Override
            long encode(MemorySegment slot) {
                throw new IllegalStateException("on purpose");
            }
        },
        THROWS_AN_ERROR(ShmCodecException.class, "could not encode", "40 bytes", "on purpose") {
            @Override
            long encode(MemorySegment slot) {
                throw new AssertionError("on purpose");
            }
        },
        WRITES_BEYOND_THE_SLOT(ShmCodecException.class, "could not encode", "40 bytes", "Out of bound") {
            @Override
            long encode(MemorySegment slot) {
                slot.set(ValueLayout.JAVA_BYTE, SLOT_SIZE, (byte) 1);
                return SLOT_SIZE;
            }
        },
        SAYS_IT_WROTE_MORE(ShmCodecException.class, "41 bytes", "a slot of 40") {
            @Override
            long encode(MemorySegment slot) {
                return SLOT_SIZE + 1;
            }
        },
        SAYS_IT_WROTE_LESS_THAN_NOTHING(ShmCodecException.class, "-1 bytes", "a slot of 40") {
            @Override
            long encode(MemorySegment slot) {
                return -1;
            }
        },
        FINDS_IT_TOO_LARGE(ShmFrameTooLargeException.class, "7,000 bytes", "40 bytes", "slotSize") {
            @Override
            long encode(MemorySegment slot) {
                throw new ShmFrameTooLargeException(7_000, SLOT_SIZE);
            }
        };

        private final Class<? extends ShmException> error;
        @SuppressWarnings("ImmutableEnumChecker") // List.of makes it so.
        private final List<String> texts;

        Fault(Class<? extends ShmException> error, String... texts) {
            this.error = error;
            this.texts = List.of(texts);
        }

        abstract long encode(MemorySegment slot);
    }

    private static final class FaultyCodec implements ShmCodec<Long> {

        private final Fault fault;

        FaultyCodec(Fault fault) {
            this.fault = fault;
        }

        @Override
        public String contentType() {
            return "application/x-faulty";
        }

        @Override
        public long slotSize() {
            return SLOT_SIZE;
        }

        @Override
        public long encode(Long value, MemorySegment slot) {
            if (value == BAD) {
                return fault.encode(slot);
            }
            slot.set(ValueLayout.JAVA_LONG, 0, value);
            return Long.BYTES;
        }

        @Override
        public Long decode(ShmFrame frame) {
            return frame.segment().get(ValueLayout.JAVA_LONG, 0);
        }
    }

    @ParameterizedTest
    @EnumSource
    void F7_theEncoderFails(Fault fault) {
        failingStream(new FaultyCodec(fault), fault);
    }

    @Test
    void F7_theEncoderFailsAgainAndAgain() throws IOException {
        failAgainAndAgain(50);
    }

    @Tag("storm")
    @Test
    void F7_theEncoderFailsAgainAndAgainStorm() throws IOException {
        failAgainAndAgain(1_000);
    }

    private void failAgainAndAgain(int times) throws IOException {
        FaultyCodec codec = new FaultyCodec(Fault.THROWS);
        for (int i = 0; i < times; i++) {
            failingStream(codec, Fault.THROWS);
        }
        try (Stream<Path> left = Files.list(DIRECTORY.path())) {
            assertThat(left.map(file -> file.getFileName().toString())).containsExactly(".lock");
        }
    }

    /** Both ends get what came before, and then one error that says what happened; the upstream is cancelled. */
    private void failingStream(FaultyCodec codec, Fault fault) {
        ShmSink<Long> sink = channel.sink(codec).slots(4).open();
        ManualUpstream<Long> upstream = new ManualUpstream<>();
        upstream.subscribe(sink);
        Recorder<Long> consumer = channel.record(codec, Long.MAX_VALUE);
        Recorder<ShmFrame> holds = channel.recordFrames(Long.MAX_VALUE);
        Accounts.awaitSubscriptions(sink, 2);
        for (long i = 1; i <= BAD; i++) {
            upstream.nextOnDemand(i);
        }
        upstream.awaitCancelled();
        ShmRemoteException remote = consumer.awaitError(ShmRemoteException.class);
        assertThat(consumer.items()).isEqualTo(List.of(1L, 2L));
        assertThat(remote.getRemoteClassName()).isEqualTo(fault.error.getName());
        assertThat(remote.getRemoteMessage()).contains(fault.texts);
        assertThat(remote.isRetryable()).isFalse();
        // The error waits for no demand, but behind frames that are held nothing is over yet.
        holds.awaitError(ShmRemoteException.class);
        holds.items().forEach(ShmFrame::close);
        ShmException error = catchThrowableOfType(fault.error, () -> sink.onTerminate().block(END));
        assertThat(error).hasMessageContainingAll(fault.texts.toArray(String[]::new));
        assertThat(sink.freeSlots()).isEqualTo(4);
        assertThat(sink.heldSlots()).isZero();
        assertThat(upstream.cancels()).isEqualTo(1);
        consumer.verify();
        holds.verify();
    }

    @Test
    void F7_theTagThrows() {
        ShmCodec<Long> codec = new DelegatingCodec() {
            @Override
            public long tag(Long value) {
                throw new IllegalStateException("no tag");
            }
        };
        Recorder<Long> consumer = channel.record(codec, 10);
        assertThat(catchThrowableOfType(ShmCodecException.class,
                () -> channel.sink(codec).send(Flux.just(1L, 2L)).block(END))).hasMessageContaining("no tag");
        assertThat(consumer.awaitError(ShmRemoteException.class)).hasMessageContaining("no tag");
        assertThat(consumer.items()).isEmpty();
    }

    enum DecoderFault {
        THROWS {
            @Override
            Long decode() {
                throw new IllegalStateException("on purpose");
            }
        },
        RETURNS_NULL {
            @Override
            Long decode() {
                return null;
            }
        };

        abstract Long decode();
    }

    @ParameterizedTest
    @EnumSource
    void F7_theDecoderFails(DecoderFault fault) {
        ShmCodec<Long> codec = new DelegatingCodec() {
            @Override
            public Long decode(ShmFrame frame) {
                Long value = super.decode(frame);
                return value == BAD ? fault.decode() : value;
            }
        };
        ShmSink<Long> sink = channel.sink(codec).slots(4).open();
        ManualUpstream<Long> upstream = new ManualUpstream<>();
        upstream.subscribe(sink);
        Recorder<Long> stays = channel.record(new DelegatingCodec(), Long.MAX_VALUE);
        Recorder<Long> consumer = channel.record(codec, Long.MAX_VALUE);
        Accounts.awaitSubscriptions(sink, 2);
        for (long i = 1; i <= 20; i++) {
            upstream.nextOnDemand(i);
        }
        ShmCodecException error = consumer.awaitError(ShmCodecException.class);
        assertThat(error).hasMessageContaining("frame 3").hasMessageContaining(channel.name());
        assertThat(consumer.items()).isEqualTo(List.of(1L, 2L));
        stays.awaitItems(20);
        Accounts.awaitSubscriptions(sink, 1);
        Accounts.awaitAllBack(sink);
        upstream.complete();
        stays.awaitComplete();
        sink.onTerminate().block(END);
        consumer.verify();
        stays.verify();
    }

    @Test
    void F7_anUpstreamWhoseRequestThrowsEndsTheChannel() {
        ShmSink<Long> sink = channel.sink(new DelegatingCodec()).open();
        AtomicInteger cancels = new AtomicInteger();
        sink.onSubscribe(new Subscription() {
            @Override
            public void request(long n) {
                throw new IllegalStateException("request on purpose");
            }

            @Override
            public void cancel() {
                cancels.incrementAndGet();
            }
        });
        Recorder<Long> consumer = channel.record(new DelegatingCodec(), 1);
        assertThat(consumer.awaitError(ShmRemoteException.class)).hasMessageContaining("request on purpose");
        await().until(sink::isDisposed);
        assertThat(cancels).hasValue(1);
        assertThat(sink.freeSlots()).isEqualTo(8);
    }

    private static class DelegatingCodec implements ShmCodec<Long> {

        private final FaultyCodec sound = new FaultyCodec(Fault.THROWS);

        @Override
        public String contentType() {
            return sound.contentType();
        }

        @Override
        public long slotSize() {
            return sound.slotSize();
        }

        @Override
        public long encode(Long value, MemorySegment slot) {
            slot.set(ValueLayout.JAVA_LONG, 0, value);
            return Long.BYTES;
        }

        @Override
        public Long decode(ShmFrame frame) {
            return sound.decode(frame);
        }
    }
}
