package io.github.reactorshm.testkit;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import io.github.reactorshm.ShmSink;
import io.github.reactorshm.testkit.Payloads.CorruptFrameException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Operators;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** The test kit must see what it is there to see. */
class TestkitTest {

    @ParameterizedTest
    @ValueSource(longs = {1, 7, 8, 100})
    void aWrongByteIsSeenWhereverItIs(long size) {
        Payloads payloads = Payloads.full(7, size);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment slot = arena.allocate(size);
            assertThat(payloads.encode(3L, slot)).isEqualTo(size);
            long tag = payloads.tag(3L);
            assertThatCode(() -> Payloads.check(slot, tag)).doesNotThrowAnyException();
            for (long at = 0; at < size; at++) {
                byte right = slot.get(ValueLayout.JAVA_BYTE, at);
                slot.set(ValueLayout.JAVA_BYTE, at, (byte) (right ^ 1));
                assertThatThrownBy(() -> Payloads.check(slot, tag)).isInstanceOf(CorruptFrameException.class)
                        .hasMessageContaining("element 3 of stream 7: byte " + at);
                slot.set(ValueLayout.JAVA_BYTE, at, right);
            }
        }
    }

    @Test
    void aFrameOfAnotherNumberOrStreamIsSeen() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment slot = arena.allocate(64);
            Payloads.full(1, 64).encode(3L, slot);
            assertThatThrownBy(() -> Payloads.check(slot, Payloads.full(1, 64).tag(4L)))
                    .isInstanceOf(CorruptFrameException.class);
            assertThatThrownBy(() -> Payloads.check(slot, Payloads.full(2, 64).tag(3L)))
                    .isInstanceOf(CorruptFrameException.class);
        }
    }

    @Test
    void aGapARepetitionAndASecondEndAreSeen() {
        assertThat(probe(Flux.just(1L, 2L, 3L)).problem()).isEmpty();
        assertThat(probe(Flux.just(1L, 3L)).problem()).isEqualTo("element 3 after 1");
        assertThat(probe(Flux.just(1L, 1L)).problem()).isEqualTo("element 1 after 1");

        SourceProbe twice = new SourceProbe(new Options());
        twice.onSubscribe(Operators.emptySubscription());
        twice.onComplete();
        twice.onError(new IllegalStateException("late"));
        assertThat(twice.signals().problem()).startsWith("onError as terminal signal 2");
        assertThat(twice.signals().terminals()).isEqualTo(2);

        SourceProbe after = new SourceProbe(new Options());
        after.onSubscribe(Operators.emptySubscription());
        after.onComplete();
        after.onNext(1L);
        assertThat(after.signals().problem()).isEqualTo("element 1 after the end");
    }

    private static Signals probe(Flux<Long> numbers) {
        SourceProbe probe = new SourceProbe(new Options());
        numbers.subscribe(probe);
        return probe.end().join();
    }

    @Test
    void anOpenChannelIsMoreThanBefore() {
        try (TestDirectory directory = TestDirectory.create()) {
            Resources before = Resources.of(directory.path());
            ShmSink<Long> sink = ShmSink.<Long>channel("camera").codec(Payloads.full(0, 64))
                    .baseDirectory(directory.path()).open();
            Resources during = Resources.of(directory.path());
            assertThat(during.files()).contains("camera", "camera/pool");
            assertThat(during.mappings()).anyMatch(line -> line.endsWith("camera/pool"));
            assertThat(during.descriptors()).hasSizeGreaterThan(before.descriptors().size());
            assertThat(during.threads()).contains("reactor-shm-sink");
            assertThatThrownBy(() -> during.assertNoMoreThan(before)).isInstanceOf(AssertionError.class)
                    .hasMessageContaining("camera/pool");
            assertThat(Resources.parse(Options.parse(during.toOptions().toString()))).isEqualTo(during);
            sink.dispose();
        }
    }

    @Test
    void aChildAnswersFailsAndDies() throws Exception {
        try (ChildJvm child = ChildJvm.start(SourceRole.class)) {
            assertThat(child.call("ping", new Options())).isEmpty();
            assertThatThrownBy(() -> child.call("state", Options.parse("id=nobody")))
                    .hasMessageContaining("no subscription").hasMessageContaining("nobody");
            assertThatThrownBy(() -> child.call("dance", new Options())).hasMessageContaining("no verb dance");
            child.call("subscribe", Options.parse("id=s channel=none directory=/dev/shm/reactor-shm-none"));
            CompletableFuture<String> pending = child.ask("end", Options.parse("id=s"));
            child.kill();
            assertThat(child.awaitExit()).isEqualTo(128 + 9);
            assertThatThrownBy(() -> pending.get(10, TimeUnit.SECONDS))
                    .hasMessageContaining("ended before it answered");
        }
    }

    @Test
    void aChildExitsWhenItsInputEnds() {
        ChildJvm child = ChildJvm.start(SourceRole.class);
        child.call("ping", new Options());
        child.close();
        assertThat(child.awaitExit()).isZero();
    }

    @Test
    void aStoppedChildDoesNotAnswerUntilItGoesOn() throws Exception {
        try (ChildJvm child = ChildJvm.start(SourceRole.class)) {
            child.call("ping", new Options());
            child.stop();
            CompletableFuture<String> answer = child.ask("ping", new Options());
            assertThatThrownBy(() -> answer.get(300, TimeUnit.MILLISECONDS))
                    .isInstanceOf(TimeoutException.class);
            child.resume();
            assertThat(answer.get(60, TimeUnit.SECONDS)).isEmpty();
        }
    }
}
