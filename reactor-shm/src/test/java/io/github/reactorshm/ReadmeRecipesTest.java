package io.github.reactorshm;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** The README's pieces of code compile, each in a method of a class that has what they speak of. */
class ReadmeRecipesTest {

    private static final String BEFORE = """
            import io.github.reactorshm.ShmCodec;
            import io.github.reactorshm.ShmFrame;
            import io.github.reactorshm.ShmSink;
            import io.github.reactorshm.ShmSource;
            import io.github.reactorshm.ShmSourceBuilder;
            import io.github.reactorshm.codec.BytesCodec;
            import io.github.reactorshm.codec.ElementType;
            import io.github.reactorshm.codec.Parts;
            import io.github.reactorshm.codec.PartsCodec;
            import io.github.reactorshm.codec.Tensor;
            import java.lang.foreign.MemorySegment;
            import java.time.Duration;
            import java.util.stream.Stream;
            import org.reactivestreams.Subscriber;
            import reactor.core.publisher.Flux;
            import reactor.core.scheduler.Schedulers;

            abstract class Recipes {
                interface Image {}
                interface Detections {}
                interface Detector { Detections run(MemorySegment picture); }
                interface Thumbnails { Image of(ShmFrame frame); }
                interface Library { void submit(long address, long length); }
                interface Driver { long grabInto(MemorySegment slot); }
                interface Sensor { void grabInto(MemorySegment part); void readInto(MemorySegment part); }

                ShmSourceBuilder<ShmFrame> source = ShmSource.channel("camera-0");
                ShmCodec<Image> imageCodec;
                Detector detector;
                Thumbnails thumbnails;
                Library library;
                Driver driver;
                Sensor camera, lidar;
                Subscriber<Image> recorder, viewer;
                Flux<Long> ticks;
                long size;

                abstract void show(ShmFrame frame);
                abstract double nearest(Tensor points);
            """;

    @TempDir
    Path directory;

    @Test
    void itsPiecesOfCodeCompile() throws Exception {
        List<String> pieces = Readme.pieces();
        // Decode, process, copy, share, native, iterate, acquire; write tensors, read them.
        assertThat(pieces).hasSize(9);
        assertThat(pieces).allSatisfy(piece -> assertThat(piece.lines()).hasSizeLessThanOrEqualTo(10));
        StringBuilder source = new StringBuilder(BEFORE);
        for (int i = 0; i < pieces.size(); i++) {
            source.append("void piece").append(i).append("() {\n").append(pieces.get(i)).append("}\n");
        }
        Readme.compile(directory, Map.of("Recipes", source.append('}').toString()));
    }

    @Test
    void itsSpringApplicationCompiles() throws Exception {
        String application = Readme.springApplication();
        assertThat(application.lines()).hasSizeLessThanOrEqualTo(10);
        Readme.compile(directory, Map.of("Camera", """
                import io.github.reactorshm.ShmFrame;
                import io.github.reactorshm.spring.SharedFrames;
                import io.github.reactorshm.spring.ShmSources;
                import org.springframework.boot.autoconfigure.SpringBootApplication;
                import org.springframework.context.annotation.Bean;
                import org.springframework.web.bind.annotation.GetMapping;
                import org.springframework.web.bind.annotation.RestController;
                import reactor.core.publisher.Flux;
                import reactor.core.publisher.Mono;
                """ + application));
    }
}
