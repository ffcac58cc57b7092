package io.github.reactorshm;

import java.time.Duration;

import io.github.reactorshm.codec.TextCodec;
import io.github.reactorshm.testkit.Channel;
import io.github.reactorshm.testkit.ManualUpstream;
import io.github.reactorshm.testkit.Recorder;
import io.github.reactorshm.testkit.TestDirectory;
import org.junit.jupiter.api.Test;
import reactor.core.Scannable;
import reactor.core.Scannable.Attr;
import reactor.core.publisher.Flux;
import reactor.core.scheduler.Schedulers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** What both ends tell those who look at the chain. */
class ScannableTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final TextCodec CODEC = TextCodec.ofSlotSize(32);

    @Test
    void bothEndsTellWhatTheyAre() {
        try (TestDirectory directory = TestDirectory.create()) {
            Channel channel = Channel.in(directory);
            ShmSink<String> sink = channel.sink(CODEC).slots(4).open();
            ShmSource<String> source = channel.source(CODEC).build();
            assertThat(Scannable.from(source).scan(Attr.NAME)).isEqualTo("shm:" + channel.name());
            assertThat(Scannable.from(Flux.from(source)).isScanAvailable()).isTrue();

            ManualUpstream<String> upstream = new ManualUpstream<>();
            upstream.subscribe(sink);
            Recorder<String> reader = Recorder.asking(3);
            source.subscribe(reader);
            upstream.nextOnDemand("one");
            reader.awaitItems(1);

            Scannable producer = Scannable.from(sink);
            assertThat(producer.scan(Attr.NAME)).isEqualTo("shm:" + channel.name());
            assertThat(producer.scan(Attr.CAPACITY)).isEqualTo(4);
            assertThat(producer.scan(Attr.TERMINATED)).isFalse();
            assertThat(producer.scan(Attr.RUN_STYLE)).isEqualTo(Attr.RunStyle.ASYNC);
            await().atMost(PATIENCE).until(() -> producer.scan(Attr.REQUESTED_FROM_DOWNSTREAM) == 2L);

            Scannable consumer = Scannable.from(reader.subscription());
            assertThat(consumer.scan(Attr.NAME)).isEqualTo("shm:" + channel.name());
            assertThat(consumer.scan(Attr.ACTUAL)).isNotNull();
            assertThat(consumer.scan(Attr.REQUESTED_FROM_DOWNSTREAM)).isEqualTo(2L);
            assertThat(consumer.scan(Attr.CANCELLED)).isFalse();

            upstream.complete();
            reader.awaitComplete();
            assertThat(consumer.scan(Attr.TERMINATED)).isTrue();
            await().atMost(PATIENCE).until(() -> producer.scan(Attr.TERMINATED));
        }
    }

    @Test
    void processTellsItsSchedulerAndConcurrency() {
        try (TestDirectory directory = TestDirectory.create()) {
            Flux<Long> results = Channel.in(directory).source().frames().process(Schedulers.parallel(), 3,
                    ShmFrame::sequence);
            assertThat(Scannable.from(results).scan(Attr.PREFETCH)).isEqualTo(3);
            assertThat(Scannable.from(results).scan(Attr.RUN_ON)).isSameAs(Schedulers.parallel());
        }
    }
}
