package io.github.reactorshm.examples.webflux;

import java.io.IOException;
import java.time.Duration;
import java.util.Random;

import io.github.reactorshm.examples.webflux.app.CameraFeed;
import io.github.reactorshm.examples.webflux.camera.CameraCounts;
import io.github.reactorshm.spring.SharedFrames;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Many viewers of one camera, some of them bad ones. */
class ViewersTest {

    private static final int SLOTS = 8;
    /** What the web side holds at most: half of the pool. */
    private static final int MOST_HELD = SLOTS / 2;
    private static final Duration PATIENCE = Duration.ofSeconds(40);
    private static final double KEPT = 0.95;
    /** Aborting clients before memory is looked at: what is loaded once is no leak. */
    private static final int WARM = 20;
    /** A machine that does something else for a second looks like a fault of the slow ones. */
    private static final int TRIES = 2;
    /** A picture that a viewer has whole is not older than the one that it waits for, plus what two busy processors add. */
    private static final long NEWEST_MILLIS = 2_000;
    private static final long MIB = 1 << 20;
    /** What lies between the application and a viewer: Linux doubles both buffers, and the viewer has one of its own. */
    private static final long SOCKETS = 2 * (128 << 10) + 3L * MjpegClient.RECEIVE_BUFFER;

    private WebApp app;
    private CameraProcess camera;

    @BeforeEach
    void start() {
        app = new WebApp();
    }

    @AfterEach
    void end() {
        try {
            camera.close();
        } finally {
            app.close();
        }
    }

    private void film(int rate) {
        camera = CameraProcess.start(app.directory(), "--file", Clip.FILE.toString(), "--rate", Integer.toString(rate));
    }

    /** All slots are back, as the camera's own gauges tell; a slot that waits for a picture is not held. */
    private void awaitNothingHeld() {
        assertThat(app.bean(SharedFrames.class).clients()).isZero();
        CameraCounts before = app.bean(CameraFeed.class).latest();
        long published = before == null ? 0 : before.jpeg().published();
        await("8 free").atMost(Duration.ofSeconds(6)).untilAsserted(() -> {
            CameraCounts counts = app.bean(CameraFeed.class).latest();
            assertThat(counts).isNotNull();
            // What was counted before the last viewer went tells nothing; counts come each 100 ms.
            assertThat(counts.jpeg().published()).isGreaterThan(published + 3);
            assertThat(counts.jpeg().held()).isZero();
            assertThat(new Load(app).held()).isZero();
        });
    }

    @Test
    void W1_ofThirtyViewersOneDoesNotReadAndTenAreSlow() throws Exception {
        film(30);
        someAreBad(19, 10, 1, Duration.ofSeconds(5));
    }

    @Test
    @Tag("storm")
    void W1_storm() throws Exception {
        // 200 viewers at 5 pictures a second are as much as two processors serve and read.
        film(5);
        someAreBad(132, 67, 1, Duration.ofSeconds(30));
    }

    /** A slow viewer takes a tenth of the pictures. */
    private void someAreBad(int healthy, int slow, int stuck, Duration time) throws IOException {
        Load load = new Load(app);
        try (Viewers good = Viewers.fast(app.port(), healthy)) {
            good.awaitPictures(30);
            Load.Measured alone = load.during(time, good);
            long heap = Load.heap();
            long direct = Load.direct();
            double perViewer = alone.rate() / healthy;
            long tenth = (long) (10 * 1e9 / perViewer);
            good.greatestAgeMillis();
            try (Viewers late = Viewers.slow(app.port(), slow, tenth);
                    Viewers blocked = Viewers.stuck(app.port(), stuck)) {
                late.awaitPictures(2);
                long first = late.pictures();
                Load.Measured beside = load.during(time, good);
                int held = beside.held();
                for (int again = 0; again < TRIES && beside.rate() <= KEPT * alone.rate(); again++) {
                    beside = load.during(time, good);
                    held = Math.max(held, beside.held());
                }
                assertThat(held).as("slots held by responses").isLessThanOrEqualTo(MOST_HELD);
                assertThat(beside.rate()).as("pictures/s of the healthy ones beside the bad ones, alone they had %.0f",
                        alone.rate()).isGreaterThan(KEPT * alone.rate());
                assertThat(late.pictures()).as("pictures of the slow ones").isGreaterThan(first);
                good.assertWhole();
                late.assertWhole();
                assertThat(good.greatestAgeMillis()).isLessThan(NEWEST_MILLIS);
                // It reads one picture in a tenth of the rate, and those that lie in the sockets are in front of the newest.
                long waiting = (SOCKETS / late.pictureSize() + 2) * tenth / 1_000_000;
                assertThat(late.greatestAgeMillis()).as("age of what slow ones get, %d ms of it in sockets", waiting)
                        .isLessThan(NEWEST_MILLIS + waiting);
                // One copied picture at most for each bad one, of about 60 KB, and what the tests themselves keep.
                assertThat(Load.heap() - heap).as("growth of the heap").isLessThan(16 * MIB);
                assertThat(Load.direct() - direct).as("growth of direct memory").isLessThan(32 * MIB);
                System.out.printf("W1: %d healthy viewers got %.0f pictures/s alone, %.0f beside %d slow and %d stuck; "
                        + "%d of %d slots held at most%n", healthy, alone.rate(), beside.rate(), late.count(),
                        blocked.count(), held, SLOTS);
            }
        }
        await("the viewers to be gone").atMost(PATIENCE).until(() -> app.bean(SharedFrames.class).clients() == 0);
        awaitNothingHeld();
    }

    @Test
    void W3_hundredClientsAbortAfterRandomBytes() throws Exception {
        abort(100);
    }

    @Test
    @Tag("storm")
    void W3_storm() throws Exception {
        abort(1_000);
    }

    private void abort(int times) throws IOException {
        film(30);
        long seed = System.nanoTime();
        Random random = new Random(seed);
        Load load = new Load(app);
        int held = 0;
        try (Viewers watching = Viewers.fast(app.port(), 1)) {
            watching.awaitPictures(5);
            for (int i = 0; i < WARM; i++) {
                MjpegClient.abort(app.port(), random.nextInt(200_000));
            }
            long heap = Load.heap();
            long direct = Load.direct();
            for (int i = WARM; i < times; i++) {
                MjpegClient.abort(app.port(), random.nextInt(200_000));
                held = Math.max(held, load.held());
            }
            watching.awaitPictures(5);
            watching.assertWhole();
            assertThat(held).as("slots held by responses").isLessThanOrEqualTo(MOST_HELD);
            assertThat(Load.heap() - heap).as("growth of the heap").isLessThan(16 * MIB);
            assertThat(Load.direct() - direct).as("growth of direct memory").isLessThan(32 * MIB);
        }
        await("the viewers to be gone, seed " + seed).atMost(PATIENCE)
                .until(() -> app.bean(SharedFrames.class).clients() == 0);
        awaitNothingHeld();
        // Lost buffers are reported when others are made after their collection.
        for (int i = 0; i < 3; i++) {
            System.gc();
            assertThat(app.get("/snapshot.jpg").statusCode()).isEqualTo(200);
        }
        assertThat(app.complaints()).isEmpty();
    }
}
