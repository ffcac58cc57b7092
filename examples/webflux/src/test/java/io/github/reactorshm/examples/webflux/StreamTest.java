package io.github.reactorshm.examples.webflux;

import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** What the application answers, from its first request to its end. */
class StreamTest {

    /** A camera takes a second or two to start; a busy machine takes many. */
    private static final Duration PATIENCE = Duration.ofSeconds(40);

    private WebApp app;
    private CameraProcess camera;

    @BeforeEach
    void start() {
        app = new WebApp();
        camera = CameraProcess.start(app.directory(), "--file", Clip.FILE.toString());
    }

    @AfterEach
    void end() {
        try {
            camera.close();
        } finally {
            app.close();
        }
    }

    private String text(String path) {
        return new String(app.get(path).body(), StandardCharsets.UTF_8);
    }

    private void awaitHealth(String status, int code) {
        await("health " + status).atMost(PATIENCE).untilAsserted(() -> {
            HttpResponse<byte[]> health = app.get("/actuator/health/shm");
            assertThat(new String(health.body(), StandardCharsets.UTF_8)).contains("\"status\":\"" + status + "\"");
            assertThat(health.statusCode()).isEqualTo(code);
        });
    }

    @Test
    void theFirstRequestAndAllOthersBlockNoThreadOfTheServer() throws Exception {
        try (MjpegClient first = MjpegClient.fast(app.port())) {
            first.awaitPictures(10);
            assertThat(first.fault()).isNull();
        }
        HttpResponse<byte[]> snapshot = app.get("/snapshot.jpg");
        assertThat(snapshot.statusCode()).isEqualTo(200);
        assertThat(snapshot.headers().firstValue("content-type")).contains("image/jpeg");
        assertThat(snapshot.headers().firstValue("cache-control")).contains("no-store");
        assertThat(snapshot.body()).startsWith(0xFF, 0xD8).endsWith(0xFF, 0xD9);

        HttpResponse<byte[]> head = app.send(HttpRequest.newBuilder(URI.create(app.url("/video.mjpeg")))
                .HEAD().timeout(PATIENCE).build());
        assertThat(head.statusCode()).isEqualTo(200);
        assertThat(head.headers().firstValue("content-type").orElse(""))
                .startsWith("multipart/x-mixed-replace;boundary=");

        assertThat(text("/")).contains("page.js");
        assertThat(text("/page.js")).contains("EventSource");
        assertThat(text("/charts.js")).contains("class Chart");
        assertThat(text("/page.css")).contains("prefers-color-scheme: dark");
        assertThat(text("/actuator/prometheus")).contains("reactor_shm_web_clients{channel=\"camera\"}",
                "reactor_shm_web_slots_held{channel=\"camera\"}", "reactor_shm_web_frames_total{channel=\"camera\"}",
                "reactor_shm_source_received");
        assertThat(app.post("/analysis?rate=0&paused=false").statusCode()).isEqualTo(400);
        assertThat(app.post("/analysis?rate=7&paused=true").statusCode()).isEqualTo(200);
    }

    /** The data of some server-sent events. */
    private List<String> events(String path, int count) {
        HttpResponse<Stream<String>> answer = app.lines(path);
        assertThat(answer.headers().firstValue("content-type").orElse("")).startsWith("text/event-stream");
        try (Stream<String> lines = answer.body()) {
            return lines.filter(line -> line.startsWith("data:")).map(line -> line.substring("data:".length()))
                    .limit(count).toList();
        }
    }

    @Test
    void statsAndAnalysisAreServerSentEvents() {
        awaitHealth("UP", 200);

        List<String> findings = events("/analysis", 5);
        assertThat(findings).allSatisfy(finding -> assertThat(finding).contains("\"sequence\":", "\"motion\":",
                "\"ageMillis\":")).doesNotHaveDuplicates();

        assertThat(app.post("/analysis?rate=7&paused=false").statusCode()).isEqualTo(200);
        List<String> stats = events("/stats", 8);
        assertThat(stats).allSatisfy(report -> assertThat(report).contains("\"state\":\"LIVE\"", "\"camera\":{",
                "\"video\":{", "\"rate\":7", "\"paused\":false", "\"motion\":", "\"asked\":"));
        assertThat(stats.getFirst()).isNotEqualTo(stats.getLast());
    }

    @Test
    void aKilledCameraIsReportedAndTheNextOneGoesOnInTheSameResponse() throws Exception {
        awaitHealth("UP", 200);
        try (MjpegClient viewer = MjpegClient.fast(app.port())) {
            viewer.awaitPictures(5);

            camera.kill();

            awaitHealth("DOWN", 503);
            assertThat(text("/actuator/health/shm")).contains("lastEnd");
            assertThat(app.get("/snapshot.jpg").statusCode()).isEqualTo(503);
            assertThat(viewer.ended()).isFalse();

            camera = CameraProcess.start(app.directory(), "--file", Clip.FILE.toString());

            viewer.awaitPictures(5);
            assertThat(viewer.fault()).isNull();
        }
        awaitHealth("UP", 200);
    }

    @Test
    void aShutdownEndsTheStreamsWholeAndWaitsForNone() throws Exception {
        try (MjpegClient viewer = MjpegClient.fast(app.port())) {
            viewer.awaitPictures(5);
            long begin = System.nanoTime();

            app.shutDown();

            // The web server would wait 5 s for a response that does not end.
            assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(5));
            await("the end of the stream").atMost(PATIENCE).until(viewer::ended);
            assertThat(viewer.fault()).isNull();
        }
    }
}
