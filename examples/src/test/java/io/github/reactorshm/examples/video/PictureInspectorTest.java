package io.github.reactorshm.examples.video;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;

import io.github.reactorshm.ShmCodec;
import io.github.reactorshm.ShmFrame;
import io.github.reactorshm.ShmSink;
import io.github.reactorshm.ShmSource;
import io.github.reactorshm.examples.video.media.Clips;
import io.github.reactorshm.examples.video.media.PictureFormat;
import org.bytedeco.ffmpeg.avutil.AVFrame;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.assertj.core.api.Assertions.assertThat;

/** A camera and a viewer in one process. */
class PictureInspectorTest {

    private static final int PICTURES = 12;

    @TempDir
    private Path work;

    @Test
    void picturesArriveInOrderAndWhole() throws IOException {
        List<InspectedPicture> pictures = stream(PICTURES + 1);
        assertThat(pictures).extracting(InspectedPicture::sequence)
                .containsExactlyElementsOf(LongStream.rangeClosed(1, PICTURES).boxed().toList());
        assertThat(pictures).noneMatch(InspectedPicture::torn);
        assertThat(pictures).allMatch(picture -> picture.ageNanos() >= 0);
        assertThat(PictureFormat.of(pictures.getFirst().channel().attributes())).isEqualTo(PictureFormat.of(101, 67));
    }

    @Test
    void oneWrongBitIsATornPicture() throws IOException {
        List<InspectedPicture> pictures = stream(5);
        assertThat(pictures).hasSize(PICTURES).filteredOn(InspectedPicture::torn).singleElement()
                .extracting(InspectedPicture::sequence).isEqualTo(5L);
    }

    /** Streams a clip; the picture of this number gets a wrong bit behind the camera's back. */
    private List<InspectedPicture> stream(int wrong) throws IOException {
        Path channels = Files.createDirectory(work.resolve("c"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        try (Decoder decoder = Decoder.open(Clips.odd(work, 101, 67, PICTURES), null, null)) {
            ShmCodec<AVFrame> codec = new DamagingCodec(
                    new PictureCodec(decoder.format(), decoder.scaler(), decoder.format().attributes()), wrong);
            Mono<Void> camera = ShmSink.<AVFrame>channel("inspected").slots(3).baseDirectory(channels).codec(codec)
                    .send(decoder.pictures(Long.MAX_VALUE));
            Mono<List<InspectedPicture>> viewer = ShmSource.channel("inspected").baseDirectory(channels).frames()
                    .process(Schedulers.parallel(), 2, new PictureInspector(new ThumbnailShelf(3))).collectList();
            return Mono.zip(viewer, camera.thenReturn(true)).block().getT1();
        }
    }

    private static final class DamagingCodec implements ShmCodec<AVFrame> {

        private final ShmCodec<AVFrame> codec;
        private final int wrong;
        private int picture;

        DamagingCodec(ShmCodec<AVFrame> codec, int wrong) {
            this.codec = codec;
            this.wrong = wrong;
        }

        @Override
        public String contentType() {
            return codec.contentType();
        }

        @Override
        public Map<String, String> attributes() {
            return codec.attributes();
        }

        @Override
        public long slotSize() {
            return codec.slotSize();
        }

        @Override
        public long encode(AVFrame value, MemorySegment slot) {
            long length = codec.encode(value, slot);
            if (++picture == wrong) {
                slot.set(JAVA_BYTE, length / 2, (byte) (slot.get(JAVA_BYTE, length / 2) ^ 1));
            }
            return length;
        }

        @Override
        public long tag(AVFrame value) {
            return codec.tag(value);
        }

        @Override
        public AVFrame decode(ShmFrame frame) {
            return codec.decode(frame);
        }
    }
}
