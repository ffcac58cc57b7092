package io.github.reactorshm.examples.webflux;

import java.time.Duration;
import java.util.Locale;

import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** The page in a browser, as a person sees it. Pictures of it are kept in {@code target/screenshots}. */
class BrowserTest {

    private static final int POOL = 8;

    private Browser browser;
    private WebApp app;
    private CameraProcess camera;

    @BeforeEach
    void start() {
        browser = Browser.start();
        app = new WebApp();
        startCamera();
    }

    private void startCamera() {
        camera = CameraProcess.start(app.directory(), "--file", Clip.FILE.toString());
    }

    @AfterEach
    void end() {
        if (browser != null) {
            browser.close();
        }
        try {
            if (camera != null) {
                camera.close();
            }
        } finally {
            if (app != null) {
                app.close();
            }
        }
    }

    /** A browser, two JVMs and whatever else share two processors. */
    private static ConditionFactory soon(String what) {
        return await(what).atMost(Duration.ofSeconds(60)).pollInterval(Duration.ofMillis(250));
    }

    private void awaitState(String state) {
        soon(state).until(() -> browser.attribute("state", "data-state").equals(state));
    }

    private void awaitChange(String id) {
        String before = browser.pixels(id);
        soon("a change of " + id).until(() -> !browser.pixels(id).equals(before));
    }

    @Test
    void thePageShowsWhatHappensAndActsOnIt() {
        browser.look(Browser.Look.DESKTOP_LIGHT);
        browser.open(app.url("/"));
        browser.shot("0-first-second");
        assertThat(browser.misfits()).isEmpty();

        awaitState("LIVE");
        soon("a picture")
                .until(() -> Boolean.TRUE.equals(browser.run("return !document.getElementById('video').hidden")));
        awaitChange("video");
        awaitChange("fps-chart");
        awaitChange("motion-chart");
        soon("rates").until(() -> browser.number("fps") > 5 && browser.number("clients") == 1);

        browser.click("pause");
        soon("pause").until(() -> browser.text("pause").equals("Resume"));
        long atPause = browser.number("raw-count");
        // The live picture shows that time has passed.
        for (int i = 0; i < 5; i++) {
            awaitChange("video");
        }
        long paused = browser.number("raw-count");
        assertThat(paused - atPause).as("raw pictures made behind the pause").isLessThanOrEqualTo(POOL);
        awaitChange("video");
        assertThat(browser.number("raw-count")).as("raw pictures made while it is paused").isEqualTo(paused);
        browser.shot("2-paused");

        browser.click("pause");
        soon("raw pictures behind the resume").until(() -> browser.number("raw-count") > paused + POOL);

        camera.kill();
        awaitState("LOST");
        assertThat(browser.text("cover-title")).isEqualTo("Camera lost");
        browser.shot("3-camera-lost");
        startCamera();
        awaitState("LIVE");
        awaitChange("video");
        assertThat(browser.run("return document.getElementById('cover').hidden")).isEqualTo(true);
        soon("raw pictures of the next camera").until(() -> browser.number("raw-count") > POOL);
    }

    @Test
    void thePageFitsPhonesAndDesktopsInLightAndDark() {
        browser.open(app.url("/"));
        awaitState("LIVE");
        soon("a picture")
                .until(() -> Boolean.TRUE.equals(browser.run("return !document.getElementById('video').hidden")));
        // Something on the charts.
        soon("charts").until(() -> browser.number("raw-count") > 60);
        for (Browser.Look look : Browser.Look.values()) {
            browser.look(look);
            awaitChange("fps-chart");
            assertThat(browser.misfits()).as(look.name()).isEmpty();
            browser.shot("1-" + look.name().toLowerCase(Locale.ROOT).replace('_', '-'));
        }
    }
}
