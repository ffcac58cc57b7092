package io.github.reactorshm;

import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;
import java.time.Duration;

import io.github.reactorshm.codec.BytesCodec;
import io.github.reactorshm.error.ShmFileException;
import io.github.reactorshm.testkit.Channel;
import io.github.reactorshm.testkit.ManualUpstream;
import io.github.reactorshm.testkit.Recorder;
import io.github.reactorshm.testkit.TestDirectory;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Somebody truncates a pool under a running channel. */
class TruncationTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int SIZE = 1 << 20;

    @Test
    void theProducersAccessIsATypedErrorAndOtherChannelsGoOn() throws Exception {
        try (TestDirectory directory = TestDirectory.create()) {
            Channel broken = Channel.in(directory);
            Channel sound = Channel.in(directory);
            BytesCodec codec = BytesCodec.ofSlotSize(SIZE);
            ShmSink<byte[]> sink = broken.sink(codec).slots(2).open();
            ManualUpstream<byte[]> upstream = new ManualUpstream<>();
            upstream.subscribe(sink);
            Recorder<byte[]> reader = broken.record(codec, Long.MAX_VALUE);
            upstream.nextOnDemand(new byte[SIZE]);
            reader.awaitItems(1);
            try (FileChannel pool = FileChannel.open(broken.directory().resolve("pool"), StandardOpenOption.WRITE)) {
                pool.truncate(0);
            }
            upstream.nextOnDemand(new byte[SIZE]);
            assertThat(sink.onTerminate().toFuture()).failsWithin(PATIENCE).withThrowableThat()
                    .withCauseInstanceOf(ShmFileException.class).withMessageContaining("truncated");
            reader.awaitEnd();

            ShmSink<byte[]> other = sound.sink(BytesCodec.ofSlotSize(8)).open();
            ManualUpstream<byte[]> source = new ManualUpstream<>();
            source.subscribe(other);
            Recorder<byte[]> listener = sound.record(BytesCodec.ofSlotSize(8), 1);
            source.nextOnDemand(new byte[8]);
            listener.awaitItems(1);
            source.complete();
            listener.awaitComplete();
        }
    }
}
