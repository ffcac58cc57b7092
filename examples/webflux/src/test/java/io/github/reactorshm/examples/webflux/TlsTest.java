package io.github.reactorshm.examples.webflux;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import javax.net.ssl.SSLSocketFactory;

import io.github.reactorshm.spring.SharedFrames;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** With TLS the server releases a buffer when it is encrypted, long before it is sent. */
class TlsTest {

    private static final int MOST_HELD = 4;
    private static final int STUCK = 8;
    private static final int PICTURES = 40;
    private static final long PAUSE_MILLIS = 300;
    /** What two busy processors add. */
    private static final long NEWEST_MILLIS = 2_000;
    /** What lies between the application and a viewer, as without TLS, and what is encrypted and waits: 64 KiB and one picture. */
    private static final long SOCKETS = 2 * (128 << 10) + 3L * MjpegClient.RECEIVE_BUFFER + (64 << 10);
    private static final Duration PATIENCE = Duration.ofSeconds(40);

    @Test
    void slowViewersGetTheNewestPicturesAndStuckOnesGatherNone() throws Exception {
        try (Certificate certificate = Certificate.make(); WebApp app = new WebApp(certificate.properties())) {
            CameraProcess camera = CameraProcess.start(app.directory(), "--file", Clip.FILE.toString());
            SSLSocketFactory tls = certificate.clients();
            List<MjpegClient> stuck = new ArrayList<>();
            try (MjpegClient slow = MjpegClient.slow(app.port(), Duration.ofMillis(PAUSE_MILLIS).toNanos(), tls);
                    MjpegClient fast = MjpegClient.slow(app.port(), 0, tls)) {
                for (int i = 0; i < STUCK; i++) {
                    stuck.add(MjpegClient.stuck(app.port(), tls));
                }
                fast.awaitPictures(10);
                slow.awaitPictures(2);
                slow.greatestAge();

                // If the server gathered pictures for it, it would be ten seconds behind at the end.
                slow.awaitPictures(PICTURES);

                long size = slow.bytes() / slow.pictures();
                long waiting = (SOCKETS / size + 3) * PAUSE_MILLIS;
                assertThat(slow.greatestAge() / 1_000_000).as("age of what it gets, %d ms of it in sockets", waiting)
                        .isLessThan(NEWEST_MILLIS + waiting);
                assertThat(slow.fault()).isNull();
                fast.awaitPictures(10);
                assertThat(new Load(app).held()).isLessThanOrEqualTo(MOST_HELD);
            } finally {
                for (MjpegClient client : stuck) {
                    client.close();
                }
                camera.close();
            }
            await("no viewers").atMost(PATIENCE).until(() -> app.bean(SharedFrames.class).clients() == 0);
            assertThat(new Load(app).held()).isZero();
        }
    }
}
