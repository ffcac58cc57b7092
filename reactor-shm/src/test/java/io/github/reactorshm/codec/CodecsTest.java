package io.github.reactorshm.codec;

import java.nio.ByteBuffer;
import java.nio.ReadOnlyBufferException;
import java.time.Duration;
import java.util.List;

import io.github.reactorshm.ShmChannelInfo;
import io.github.reactorshm.ShmCodec;
import io.github.reactorshm.ShmFrame;
import io.github.reactorshm.error.ShmTypeMismatchException;
import io.github.reactorshm.testkit.Channel;
import io.github.reactorshm.testkit.Recorder;
import io.github.reactorshm.testkit.TestDirectory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** The codecs over a channel. */
class CodecsTest {

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

    private <T> List<T> through(ShmCodec<T> codec, List<T> elements) {
        var sent = channel.sink(codec).send(Flux.fromIterable(elements)).toFuture();
        Recorder<T> received = channel.record(codec, Long.MAX_VALUE);
        received.awaitComplete();
        assertThat(sent).succeedsWithin(PATIENCE);
        return received.items();
    }

    @Test
    void textsOfEveryAlphabet() {
        List<String> texts = List.of("", "plain", "Größe", "日本語", "\uD83D\uDE80 and a zero \0 inside");
        assertThat(through(TextCodec.ofSlotSize(64), texts)).isEqualTo(texts);
    }

    @Test
    void buffersOfEveryKindFromTheirPosition() {
        ByteBuffer heap = ByteBuffer.wrap(new byte[]{9, 1, 2, 3, 9}).position(1).limit(4);
        ByteBuffer direct = ByteBuffer.allocateDirect(3).put(new byte[]{4, 5, 6}).flip();
        ByteBuffer readOnly = ByteBuffer.wrap(new byte[]{7}).asReadOnlyBuffer();
        List<ByteBuffer> received = through(ByteBufferCodec.ofSlotSize(8),
                List.of(heap, direct, readOnly, ByteBuffer.allocate(0)));
        assertThat(received).containsExactly(ByteBuffer.wrap(new byte[]{1, 2, 3}), ByteBuffer.wrap(new byte[]{4, 5, 6}),
                ByteBuffer.wrap(new byte[]{7}), ByteBuffer.allocate(0));
        assertThat(heap.position()).isEqualTo(1);
        assertThatThrownBy(() -> received.get(0).put(0, (byte) 1)).isInstanceOf(ReadOnlyBufferException.class);
    }

    @Test
    void contentTypeAndAttributesTravelInTheHandshake() {
        ShmCodec<byte[]> codec = new AttributedCodec();
        channel.sink(codec).slots(2).send(Flux.just(new byte[3])).subscribe();
        Recorder<ShmFrame> frames = channel.recordFrames(Long.MAX_VALUE);
        ShmFrame frame = frames.awaitItems(1).get(0);
        ShmChannelInfo info = frame.info();
        frame.close();
        assertThat(info.contentType()).isEqualTo("image/raw");
        assertThat(info.attributes()).containsEntry("width", "640").containsEntry("färbung", "日");
        assertThat(info.slots()).isEqualTo(2);
        assertThat(info.slotSize()).isEqualTo(16);
        assertThat(info.name()).isEqualTo(channel.name());
        frames.awaitComplete();
    }

    @Test
    void anotherContentTypeIsRefused() {
        var sink = channel.sink(TextCodec.ofSlotSize(16)).open();
        Recorder<byte[]> received = channel.record(BytesCodec.ofSlotSize(16), 1);
        ShmTypeMismatchException error = received.awaitError(ShmTypeMismatchException.class);
        assertThat(error.getExpected()).isEqualTo("application/octet-stream");
        assertThat(error.getFound()).isEqualTo("text/plain;charset=utf-8");
        sink.dispose();
    }

    /** Bytes that say more of themselves. */
    private static final class AttributedCodec implements ShmCodec<byte[]> {

        private final BytesCodec bytes = BytesCodec.ofSlotSize(16);

        @Override
        public String contentType() {
            return "image/raw";
        }

        @Override
        public java.util.Map<String, String> attributes() {
            return java.util.Map.of("width", "640", "färbung", "日");
        }

        @Override
        public long slotSize() {
            return bytes.slotSize();
        }

        @Override
        public long encode(byte[] value, java.lang.foreign.MemorySegment slot) {
            return bytes.encode(value, slot);
        }

        @Override
        public byte[] decode(ShmFrame frame) {
            return bytes.decode(frame);
        }
    }
}
