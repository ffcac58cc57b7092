package io.github.reactorshm.micrometer;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

import io.github.reactorshm.ShmFrame;
import io.github.reactorshm.ShmFrames;
import io.github.reactorshm.ShmMode;
import io.github.reactorshm.ShmSink;
import io.github.reactorshm.ShmSource;
import io.github.reactorshm.testkit.Accounts;
import io.github.reactorshm.testkit.Channel;
import io.github.reactorshm.testkit.ManualUpstream;
import io.github.reactorshm.testkit.Payloads;
import io.github.reactorshm.testkit.Recorder;
import io.github.reactorshm.testkit.TestDirectory;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Meters of both ends of a stream: what they say, and that they come and go with what they measure. */
class MetersTest {

    private static final Payloads NUMBERS = Payloads.varied(0, 100);
    private static final Duration END = Duration.ofSeconds(30);
    private static final int SLOTS = 8;

    @AutoClose
    private static final TestDirectory DIRECTORY = TestDirectory.create();

    private final Channel channel = Channel.in(DIRECTORY);
    private final ManualUpstream<Long> upstream = new ManualUpstream<>();
    private final MeterRegistry registry = new SimpleMeterRegistry();

    private ShmSink<Long> open() {
        ShmSink<Long> sink = channel.sink(NUMBERS).slots(SLOTS).keepOpen().open();
        upstream.subscribe(sink);
        return sink;
    }

    private void emit(long first, long last) {
        LongStream.rangeClosed(first, last).forEach(upstream::nextOnDemand);
    }

    private void close(ShmSink<?> sink) {
        sink.dispose();
        sink.onTerminate().onErrorComplete().block(END);
    }

    private double gauge(String name, String... tags) {
        return registry.get("reactor.shm." + name).tags(Tags.of(tags).and("channel", channel.name())).gauge().value();
    }

    private double counter(String name, String... tags) {
        return registry.get("reactor.shm." + name).tags(Tags.of(tags).and("channel", channel.name()))
                .functionCounter().count();
    }

    private long meters(String prefix) {
        return registry.getMeters().stream().filter(m -> m.getId().getName().startsWith(prefix)).count();
    }

    @Test
    void figuresOfASinkAndItsSubscriptionAreTheStreams() {
        ShmSink<Long> sink = open();
        ShmSinkMetrics meters = new ShmSinkMetrics(sink);
        meters.bindTo(registry);
        assertThat(gauge("sink.slots")).isEqualTo(SLOTS);
        assertThat(gauge("sink.age")).as("no frame yet").isNaN();
        assertThat(meters("reactor.shm.subscription")).isZero();

        Recorder<ShmFrame> frames = channel.recordFrames(5);
        emit(1, 3);
        frames.awaitItems(3);
        Accounts.awaitHeld(sink, 3);
        String[] subscription = {"subscription", "1", "mode", "lossless", "group", "none"};
        await().atMost(END).untilAsserted(() -> {
            assertThat(gauge("subscription.held", subscription)).isEqualTo(3);
            assertThat(gauge("subscription.demand", subscription)).isEqualTo(2);
            assertThat(counter("subscription.delivered", subscription)).isEqualTo(3);
            assertThat(gauge("subscription.hoarding", subscription)).isZero();
        });
        assertThat(gauge("sink.held")).isEqualTo(3);
        assertThat(gauge("sink.free")).isEqualTo(SLOTS - 5);
        assertThat(gauge("sink.credit")).isEqualTo(2);
        assertThat(gauge("sink.demand")).isEqualTo(2);
        assertThat(gauge("sink.subscriptions")).isEqualTo(1);
        assertThat(counter("sink.published")).isEqualTo(3);
        assertThat(gauge("sink.age")).as("seconds since the third frame").isBetween(0.0, 60.0);
        assertThat(counter("sink.parks")).as("it waits for the demand of the first subscriber at least").isPositive();

        frames.items().forEach(ShmFrame::close);
        close(sink);
    }

    @Test
    void metersOfASubscriptionAreRemovedWhenItGoesAndAllWhenTheSinkEnds() {
        ShmSink<Long> sink = open();
        new ShmSinkMetrics(sink, Tags.of("site", "north")).bindTo(registry);
        long own = meters("reactor.shm.sink");

        for (int round = 1; round <= 20; round++) {
            Recorder<Long> recorder = channel.record(NUMBERS, 1);
            String id = String.valueOf(round);
            await().atMost(END).untilAsserted(() -> assertThat(
                    registry.find("reactor.shm.subscription.held").tags("subscription", id, "site", "north").gauges())
                    .hasSize(1));
            recorder.cancel();
            await().atMost(END).until(() -> meters("reactor.shm.subscription") == 0);
        }
        assertThat(meters("reactor.shm.sink")).isEqualTo(own);

        close(sink);
        await().atMost(END).until(() -> registry.getMeters().isEmpty());
        new ShmSinkMetrics(sink).bindTo(registry);
        assertThat(registry.getMeters()).as("of a sink that has ended").isEmpty();
    }

    @Test
    void metersAreRemovedOnDisposeFromEveryRegistryAndThereAlone() {
        ShmSink<Long> sink = open();
        ShmSource<Long> source = channel.source(NUMBERS).build();
        Recorder<Long> recorder = Recorder.asking(1);
        source.subscribe(recorder);
        Accounts.awaitSubscriptions(sink, 1);
        MeterRegistry other = new SimpleMeterRegistry();
        ShmSinkMetrics ofSink = new ShmSinkMetrics(sink);
        ofSink.bindTo(registry);
        ofSink.bindTo(other);
        ShmSourceMetrics ofSource = new ShmSourceMetrics(source);
        ofSource.bindTo(other);
        await().atMost(END).until(() -> registry.find("reactor.shm.subscription.held").gauge() != null);

        ofSink.dispose();
        assertThat(ofSink.isDisposed()).isTrue();
        assertThat(registry.getMeters()).isEmpty();
        assertThat(other.getMeters()).allMatch(m -> m.getId().getName().startsWith("reactor.shm.source."));
        ofSource.dispose();
        assertThat(other.getMeters()).isEmpty();
        ofSink.bindTo(registry);
        assertThat(registry.getMeters()).as("after dispose").isEmpty();
        recorder.cancel();
        close(sink);
    }

    @Test
    void figuresOfASourceAreItsSubscriptionsAndGoWhenItIsDisposedOf() {
        ShmSink<Long> sink = open();
        ShmSource<ShmFrame> source = channel.source().group("workers").build();
        new ShmSourceMetrics(source).bindTo(registry);
        String[] tags = {"mode", "group", "group", "workers"};
        Recorder<ShmFrame> first = Recorder.asking(2);
        source.subscribe(first);
        emit(1, 2);
        first.awaitItems(2);
        first.cancel();
        assertThat(gauge("source.held", tags)).as("open frames of a subscription that was cancelled").isEqualTo(2);
        Recorder<ShmFrame> second = Recorder.asking(1);
        source.subscribe(second);
        emit(3, 3);
        second.awaitItems(1);

        assertThat(counter("source.received", tags)).isEqualTo(3);
        assertThat(gauge("source.held", tags)).isEqualTo(3);
        assertThat(gauge("source.subscriptions", tags)).isEqualTo(1);
        assertThat(gauge("source.age", tags)).isBetween(0.0, 60.0);
        first.items().forEach(ShmFrame::close);
        second.items().forEach(ShmFrame::close);
        await().atMost(END).until(() -> gauge("source.held", tags) == 0);
        source.dispose();
        await().atMost(END).until(() -> registry.getMeters().isEmpty());
        close(sink);
    }

    @Test
    void skippedFramesAreTheSameOnBothEnds() {
        ShmSink<Long> sink = open();
        new ShmSinkMetrics(sink).bindTo(registry);
        ShmFrames source = channel.source().latest().frames();
        ShmSourceMetrics meters = new ShmSourceMetrics(source);
        meters.bindTo(registry);
        Recorder<ShmFrame> latest = Recorder.asking(1);
        source.subscribe(latest);
        Accounts.awaitSubscriptions(sink, 1);
        emit(1, 1);
        latest.awaitItems(1);
        emit(2, 50);
        latest.request(1);
        latest.awaitItems(2);
        latest.items().forEach(ShmFrame::close);

        assertThat(counter("source.skipped", "mode", "latest", "group", "none")).isEqualTo(48);
        await().atMost(END).until(() -> counter("subscription.skipped", "mode", "latest", "group", "none") == 48);
        latest.cancel();
        meters.dispose();
        close(sink);
    }

    @Test
    void aRegistryThatRefusesSubscriptionsStillHasTheSinks() {
        registry.config().meterFilter(MeterFilter.denyNameStartsWith("reactor.shm.subscription"));
        ShmSink<Long> sink = open();
        new ShmSinkMetrics(sink).bindTo(registry);
        Recorder<Long> recorder = channel.record(NUMBERS, 3);
        emit(1, 3);
        recorder.awaitItems(3);
        await().atMost(END).until(() -> counter("sink.published") == 3);
        assertThat(meters("reactor.shm.subscription")).isZero();
        recorder.cancel();
        close(sink);
    }

    @Test
    void prometheusScrapesThemAllUnderTheNamesThatItMakes() {
        PrometheusMeterRegistry prometheus = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        ShmSink<Long> sink = open();
        new ShmSinkMetrics(sink).bindTo(prometheus);
        ShmSource<Long> source = channel.source(NUMBERS).build();
        new ShmSourceMetrics(source).bindTo(prometheus);
        Recorder<Long> recorder = Recorder.asking(2);
        source.subscribe(recorder);
        emit(1, 2);
        recorder.awaitItems(2);
        Recorder<ShmFrame> member = Recorder.asking(0);
        channel.source().group("g").build().subscribe(member);
        Accounts.awaitSubscriptions(sink, 2);
        String name = channel.name();
        await().atMost(END).untilAsserted(() -> assertThat(prometheus.scrape()).contains(
                "reactor_shm_sink_free_slots{channel=\"" + name + "\"} ",
                "reactor_shm_sink_published_frames_total{channel=\"" + name + "\"} 2.0",
                "reactor_shm_sink_age_seconds{channel=\"" + name + "\"} ",
                "reactor_shm_source_received_frames_total{channel=\"" + name
                        + "\",group=\"none\",mode=\"lossless\"} 2.0",
                "reactor_shm_subscription_delivered_frames_total{channel=\"" + name
                        + "\",group=\"none\",mode=\"lossless\",subscription=\"1\"} 2.0",
                "reactor_shm_subscription_held_slots{channel=\"" + name
                        + "\",group=\"g\",mode=\"group\",subscription=\"2\"} 0.0"));
        recorder.cancel();
        member.cancel();
        await().atMost(END)
                .until(() -> prometheus.scrape().lines().noneMatch(line -> line.contains("_subscription_held")));
        source.dispose();
        close(sink);
        await().atMost(END).until(() -> !prometheus.scrape().contains("reactor_shm_"));
    }

    @Test
    void theReadmeListsExactlyTheseMeters() throws Exception {
        ShmSink<Long> sink = open();
        new ShmSinkMetrics(sink).bindTo(registry);
        ShmSource<Long> source = channel.source(NUMBERS).build();
        new ShmSourceMetrics(source).bindTo(registry);
        Recorder<Long> recorder = Recorder.asking(1);
        source.subscribe(recorder);
        await().atMost(END).until(() -> registry.find("reactor.shm.subscription.hoarding").gauge() != null);
        Set<String> registered = registry.getMeters().stream().map(MetersTest::row)
                .collect(Collectors.toCollection(TreeSet::new));

        // Surefire runs in the module's directory.
        Predicate<String> ofMeter = Pattern.compile("^\\| `reactor\\.shm\\.(sink|source|subscription)\\.")
                .asPredicate();
        Set<String> listed = Files.readAllLines(Path.of("..", "README.md"), StandardCharsets.UTF_8).stream()
                .filter(ofMeter).map(line -> line.substring(0, line.lastIndexOf('|', line.length() - 2) + 1))
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(listed).isEqualTo(registered);
        assertThat(registry.getMeters()).allSatisfy(m -> assertThat(m.getId().getDescription()).isNotBlank());
        recorder.cancel();
        source.dispose();
        close(sink);
    }

    private static String row(Meter meter) {
        String unit = meter.getId().getBaseUnit();
        return "| `" + meter.getId().getName() + "` | "
                + (meter.getId().getType() == Meter.Type.COUNTER ? "counter" : "gauge") + " | "
                + (unit == null ? "–" : unit) + " |";
    }

    @Test
    void gaugesSayWhoIsSubscribedAndHow() {
        ShmSink<Long> sink = open();
        Recorder<ShmFrame> first = channel.recordFrames(1);
        Accounts.awaitSubscriptions(sink, 1);
        Recorder<ShmFrame> second = Recorder.asking(1);
        channel.source().group("workers").build().subscribe(second);
        Accounts.awaitSubscriptions(sink, 2);
        assertThat(sink.subscriptionGauges()).extracting(s -> s.getId() + " " + s.getMode() + " " + s.getGroup())
                .containsExactly("1 " + ShmMode.LOSSLESS + " ", "2 " + ShmMode.GROUP + " workers");
        assertThat(sink.subscriptionGauges()).as("two looks at the same").isEqualTo(sink.subscriptionGauges());
        assertThat(sink.subscriptionChanges().blockFirst(END)).isEqualTo(sink.subscriptionGauges());
        assertThat(sink.newestFrameAge()).isEmpty();
        first.cancel();
        second.cancel();
        assertThat(sink.subscriptionChanges().filter(all -> all.isEmpty()).blockFirst(END)).isEmpty();
        close(sink);
        assertThat(sink.subscriptionChanges().ignoreElements().block(END)).as("completes at the end").isNull();
    }
}
