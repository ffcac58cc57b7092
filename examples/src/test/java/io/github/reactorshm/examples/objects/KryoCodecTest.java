package io.github.reactorshm.examples.objects;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import io.github.reactorshm.ShmSink;
import io.github.reactorshm.ShmSource;
import io.github.reactorshm.error.ShmException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class KryoCodecTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    @TempDir
    private Path work;
    private Path channels;

    record Stranger(int value) {}

    @BeforeEach
    void makeDirectory() throws IOException {
        channels = Files.createDirectory(work.resolve("c"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    }

    @Test
    void objectsWithTextsAndListsComeOutAsTheyWentIn() {
        List<Scene> scenes = IntStream.range(0, 100).mapToObj(Scene::number).toList();
        assertThat(stream(scenes(1024), scenes)).isEqualTo(scenes);
    }

    @Test
    void anObjectThatDoesNotFitIsAnErrorThatSaysTheRemedy() {
        assertThatExceptionOfType(ShmException.class)
                .isThrownBy(() -> stream(scenes(64), List.of(Scene.number(1))))
                .withMessageContaining("a Scene takes more than 64 bytes; make the codec with a larger slotSize");
    }

    @Test
    void aClassThatWasNotNamedDoesNotTravel() {
        KryoCodec<Scene> codec = new KryoCodec<>(Scene.class, List.of(ArrayList.class), 1024);
        assertThatExceptionOfType(ShmException.class).isThrownBy(() -> stream(codec, List.of(Scene.number(1))))
                .withMessageContaining("Class is not registered: " + Detection.class.getName());
    }

    @Test
    void anotherClassIsAnotherContentType() {
        assertThat(scenes(1).contentType()).isEqualTo("application/x-kryo;class=" + Scene.class.getName())
                .isNotEqualTo(new KryoCodec<>(Stranger.class, List.of(), 1).contentType());
    }

    private static KryoCodec<Scene> scenes(long slotSize) {
        return new KryoCodec<>(Scene.class, List.of(Detection.class, ArrayList.class), slotSize);
    }

    private <T> List<T> stream(KryoCodec<T> codec, List<T> objects) {
        Mono<Void> sending = ShmSink.<T>channel("objects").baseDirectory(channels).codec(codec)
                .send(Flux.fromIterable(objects));
        Mono<List<T>> received = Flux.from(ShmSource.channel("objects").baseDirectory(channels).codec(codec).build())
                .collectList();
        return Mono.zip(sending.thenReturn(true), received).block(TIMEOUT).getT2();
    }
}
