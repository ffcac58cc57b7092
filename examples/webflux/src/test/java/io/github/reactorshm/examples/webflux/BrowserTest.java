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

    /** Reports that were made from now on: a number on the page may be as old as the last one. */
    private void awaitReports(int more) {
        long target = reports() + more;
        soon(more + " reports").until(() -> reports() >= target);
    }

    private long reports() {
        return Long.parseLong(String.valueOf(browser.run("return document.body.dataset.reports ?? 0")));
    }

    /** New values: the pixels of a chart move with the clock. */
    private void awaitValues(String chart) {
        String before = browser.attribute(chart, "data-newest");
        soon("new values of " + chart).until(() -> {
            String now = browser.attribute(chart, "data-newest");
            return now.matches(".*\\d.*") && !now.equals(before);
        });
    }

    private void awaitPicture() {
        soon("a picture")
                .until(() -> Boolean.TRUE.equals(browser.run("return !document.getElementById('video').hidden")));
    }

    private void assertFits(String shot) {
        for (Browser.Look look : Browser.Look.values()) {
            browser.look(look);
            // A chart is drawn with the next frame of the browser.
            awaitReports(1);
            assertThat(browser.misfits()).as(shot + " " + look.name()).isEmpty();
            browser.shot(shot + "-" + look.name().toLowerCase(Locale.ROOT).replace('_', '-'));
        }
    }

    @Test
    void thePageShowsWhatHappensAndActsOnIt() {
        browser.look(Browser.Look.DESKTOP_LIGHT);
        browser.open(app.url("/"));
        browser.shot("0-first-second");
        assertThat(browser.misfits()).isEmpty();

        awaitState("LIVE");
        awaitPicture();
        awaitChange("video");
        awaitValues("fps-chart");
        awaitChange("fps-chart");
        awaitValues("motion-chart");
        awaitValues("demand-chart");
        soon("rates").until(() -> browser.number("fps") > 5 && browser.number("clients") == 1);

        browser.click("pause");
        soon("pause").until(() -> browser.text("pause").equals("Resume"));
        assertThat(browser.text("rate-value")).isEqualTo("15/s, paused");
        long atPause = browser.number("raw-count");
        // The live picture shows that time has passed.
        for (int i = 0; i < 5; i++) {
            awaitChange("video");
        }
        awaitReports(2);
        long paused = browser.number("raw-count");
        assertThat(paused - atPause).as("raw pictures made behind the pause").isLessThanOrEqualTo(POOL);
        awaitChange("video");
        awaitReports(2);
        assertThat(browser.number("raw-count")).as("raw pictures made while it is paused").isEqualTo(paused);
        assertFits("2-paused");
        // What follows is seen on a phone.
        assertThat(browser.text("pause")).isEqualTo("Resume");

        browser.click("pause");
        soon("raw pictures behind the resume").until(() -> browser.number("raw-count") > paused + POOL);

        camera.kill();
        awaitState("LOST");
        assertThat(browser.text("cover-title")).isEqualTo("Camera lost");
        assertFits("3-camera-lost");
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
        awaitPicture();
        // Something on the charts.
        soon("charts").until(() -> browser.number("raw-count") > 60);
        assertFits("1");
    }

    @Test
    void anApplicationThatWasStartedAgainShowsAMovingPicture() {
        browser.look(Browser.Look.DESKTOP_LIGHT);
        browser.open(app.url("/"));
        awaitState("LIVE");
        awaitPicture();
        long before = reports();

        app.restart();

        soon("reports of the next application").until(() -> reports() > before + 2);
        awaitState("LIVE");
        awaitChange("video");
        awaitChange("video");
    }
}
