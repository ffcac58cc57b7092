package io.github.reactorshm;

import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

import io.github.reactorshm.codec.BytesCodec;
import io.github.reactorshm.error.ShmFrameTooLargeException;
import io.github.reactorshm.error.ShmRemoteException;
import io.github.reactorshm.testkit.Channel;
import io.github.reactorshm.testkit.Recorder;
import io.github.reactorshm.testkit.TestDirectory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Flux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Payloads from nothing to a whole slot, and a byte more. */
class PayloadSizesTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private TestDirectory directory;
    private Channel channel;

    @BeforeEach
    void open() {
        directory = TestDirectory.create();
        channel = Channel.in(directory);
    }

    @AfterEach
    void close() {
        directory.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 64, 4095, 4096, 7_269_377})
    void S1_M7_everySizeUpToASlotMakesTheRoundTrip(int size) {
        Random random = new Random(size);
        List<byte[]> sent = IntStream.of(0, 1, size - 1, size, 0, size).mapToObj(n -> {
            byte[] bytes = new byte[n];
            random.nextBytes(bytes);
            return bytes;
        }).toList();
        BytesCodec codec = BytesCodec.ofSlotSize(size);
        CompletableFuture<Void> done = channel.sink(codec).slots(3).send(Flux.fromIterable(sent)).toFuture();
        Recorder<byte[]> received = channel.record(codec, Long.MAX_VALUE);
        received.awaitComplete();
        assertThat(received.items()).usingElementComparator(java.util.Arrays::compare).containsExactlyElementsOf(sent);
        assertThat(done).succeedsWithin(PATIENCE);
    }

    @Test
    void M7_everySlotIsAlignedAndReadOnly() {
        BytesCodec codec = BytesCodec.ofSlotSize(7);
        channel.sink(codec).slots(5).send(Flux.range(0, 5).map(i -> new byte[7])).subscribe();
        Recorder<ShmFrame> frames = channel.recordFrames(Long.MAX_VALUE);
        assertThat(frames.awaitItems(5)).allSatisfy(frame -> {
            assertThat(frame.segment().address() % 64).isZero();
            assertThat(frame.segment().isReadOnly()).isTrue();
            assertThat(frame.buffer().isReadOnly()).isTrue();
            frame.close();
        });
        frames.awaitComplete();
    }

    @Test
    void S1_aByteMoreThanASlotIsATypedErrorWithBothSizes() {
        BytesCodec codec = BytesCodec.ofSlotSize(64);
        CompletableFuture<Void> done = channel.sink(codec)
                .send(Flux.just(new byte[64], new byte[65], new byte[1])).toFuture();
        Recorder<byte[]> received = channel.record(codec, Long.MAX_VALUE);
        assertThat(received.awaitError(ShmRemoteException.class)).hasMessageContaining("65").hasMessageContaining("64");
        assertThat(received.items()).hasSize(1);
        assertThat(done).failsWithin(PATIENCE).withThrowableThat().withCauseInstanceOf(ShmFrameTooLargeException.class);
    }

    @Test
    void S1_impossiblePoolsAreRefusedBeforeAnythingIsMade() throws Exception {
        BytesCodec unknown = BytesCodec.ofSlotSize(0);
        assertThatThrownBy(() -> channel.sink(unknown).slots(0)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("0");
        assertThatThrownBy(() -> channel.sink(unknown).slotSize(0)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("0");
        assertThatThrownBy(() -> channel.sink(unknown).open()).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("slotSize");
        try (var made = Files.list(directory.path())) {
            assertThat(made).isEmpty();
        }
    }
}
