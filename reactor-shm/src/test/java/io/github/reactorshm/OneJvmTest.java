package io.github.reactorshm;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

import io.github.reactorshm.codec.TextCodec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.scheduler.Schedulers;

import static org.assertj.core.api.Assertions.assertThat;

class OneJvmTest {

    @TempDir
    Path directory;

    @Test
    void decodedElementsComeInOrderAndThenTheCompletion() {
        Disposable sending = ShmSink.<String>channel("texts").codec(TextCodec.ofSlotSize(64)).baseDirectory(directory)
                .send(Flux.range(1, 10_000).map(i -> "text " + i)).subscribe();
        List<String> received = Flux
                .from(ShmSource.channel("texts").codec(TextCodec.ofSlotSize(64)).baseDirectory(directory).build())
                .collectList().block(Duration.ofSeconds(20));
        assertThat(received).isEqualTo(IntStream.rangeClosed(1, 10_000).mapToObj(i -> "text " + i).toList());
        sending.dispose();
    }

    @Test
    void processedFramesComeInOrder() {
        ShmSink.<String>channel("texts").codec(TextCodec.ofSlotSize(64)).baseDirectory(directory)
                .send(Flux.range(1, 10_000).map(i -> "text " + i)).subscribe();
        List<String> received = ShmSource.channel("texts").baseDirectory(directory).frames()
                .process(Schedulers.parallel(), 2, f -> f.sequence() + " " + f.length()).collectList()
                .block(Duration.ofSeconds(20));
        assertThat(received)
                .isEqualTo(IntStream.rangeClosed(1, 10_000).mapToObj(i -> i + " " + ("text " + i).length()).toList());
    }
}
