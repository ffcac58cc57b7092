package io.github.reactorshm.examples.webflux;

import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

import static org.assertj.core.api.Assertions.assertThat;

/** Blocking calls are seen in this JVM: else the other tests would prove nothing. */
class CanaryTest {

    @Test
    void aSleepingThreadOfReactorIsCaught() {
        BlockingCalls.watch();

        Mono.fromRunnable(CanaryTest::nap).subscribeOn(Schedulers.parallel()).onErrorComplete().block();

        assertThat(BlockingCalls.caught()).singleElement().asString().contains("sleep", "parallel", "CanaryTest");
    }

    private static void nap() {
        try {
            Thread.sleep(1);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
