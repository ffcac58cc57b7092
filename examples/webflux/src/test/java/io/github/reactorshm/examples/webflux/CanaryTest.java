package io.github.reactorshm.examples.webflux;

import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import reactor.blockhound.BlockingOperationError;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import reactor.netty.http.HttpResources;

import static org.assertj.core.api.Assertions.assertThat;

/** Blocking calls are seen in this JVM: else the other tests would prove nothing. */
class CanaryTest {

    @Test
    void aSleepingThreadOfReactorIsCaught() {
        BlockingCalls.watch();

        Mono.fromRunnable(CanaryTest::nap).subscribeOn(Schedulers.parallel()).onErrorComplete().block();

        assertThat(BlockingCalls.caught()).singleElement().asString().contains("sleep", "parallel", "CanaryTest");
    }

    @Test
    void aSleepingThreadOfTheServerIsCaught() throws Exception {
        try (WebApp app = new WebApp()) {
            assertThat(app.port()).isPositive();
            BlockingCalls.watch();

            Throwable caught = HttpResources.get().onServer(true).next().submit(CanaryTest::nap).await().cause();

            assertThat(caught).isInstanceOf(BlockingOperationError.class);
            assertThat(BlockingCalls.caught()).hasSize(1);
            BlockingCalls.watch();
        }
    }

    @Test
    void aReportOfALeakIsSeen() {
        try (WebApp app = new WebApp(); Complaints complaints = new Complaints()) {
            assertThat(app.complaints()).isEmpty();
            LoggerFactory.getLogger("io.netty.util.ResourceLeakDetector").error("LEAK: made up by a test");
            assertThat(complaints.texts()).containsExactly("LEAK: made up by a test");
            assertThat(app.complaints()).isEqualTo(complaints.texts());
            app.forgiveComplaints();
        }
    }

    private static void nap() {
        try {
            Thread.sleep(1);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
