package io.github.reactorshm.examples.webflux;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

import org.junit.jupiter.api.Assumptions;
import org.openqa.selenium.By;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;

/** Chromium without a window. */
final class Browser implements AutoCloseable {

    private static final Path SHOTS = Path.of("target", "screenshots");
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    private final ChromeDriver driver;
    private Look current = Look.DESKTOP_LIGHT;

    /** How the page is looked at. */
    enum Look {
        DESKTOP_LIGHT(1360, 900, 1, false, "light"), DESKTOP_DARK(1360, 900, 1, false, "dark"), PHONE_LIGHT(390, 844, 2,
                true, "light"), PHONE_DARK(390, 844, 2, true, "dark");

        private final int width;
        private final int height;
        private final int scale;
        private final boolean mobile;
        private final String scheme;

        Look(int width, int height, int scale, boolean mobile, String scheme) {
            this.width = width;
            this.height = height;
            this.scale = scale;
            this.mobile = mobile;
            this.scheme = scheme;
        }
    }

    private Browser(ChromeDriver driver) {
        this.driver = driver;
    }

    /** Starts one; skips the test where there is none. */
    static Browser start() {
        Optional<Path> chromium = find("chromium", "chromium-browser", "google-chrome");
        Optional<Path> chromedriver = find("chromedriver");
        Assumptions.assumeTrue(chromium.isPresent() && chromedriver.isPresent(),
                "needs a browser: Chromium and its driver (Debian: chromium, chromium-driver)");
        ChromeOptions options = new ChromeOptions();
        options.setBinary(chromium.orElseThrow().toFile());
        options.addArguments("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                "--hide-scrollbars", "--no-first-run", "--disable-background-networking");
        ChromeDriverService service = new ChromeDriverService.Builder()
                .usingDriverExecutable(chromedriver.orElseThrow().toFile()).usingAnyFreePort().withTimeout(PATIENCE)
                .build();
        ChromeDriver driver = new ChromeDriver(service, options);
        driver.manage().timeouts().pageLoadTimeout(PATIENCE).scriptTimeout(PATIENCE);
        return new Browser(driver);
    }

    private static Optional<Path> find(String... names) {
        List<Path> directories = Stream.of(System.getenv("PATH").split(":")).map(Path::of).toList();
        return Stream.of(names).flatMap(name -> directories.stream().map(directory -> directory.resolve(name)))
                .filter(Files::isExecutable).findFirst();
    }

    void look(Look look) {
        current = look;
        driver.executeCdpCommand("Emulation.setDeviceMetricsOverride",
                Map.of("width", look.width, "height", look.height,
                        "deviceScaleFactor", look.scale, "mobile", look.mobile));
        driver.executeCdpCommand("Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", look.scheme))));
    }

    void open(String url) {
        driver.get(url);
    }

    String text(String id) {
        return driver.findElement(By.id(id)).getText();
    }

    String attribute(String id, String name) {
        return String.valueOf(driver.findElement(By.id(id)).getDomAttribute(name));
    }

    void click(String id) {
        driver.findElement(By.id(id)).click();
    }

    Object run(String script) {
        return driver.executeScript(script);
    }

    /** The first number in an element's text, 0 if there is none. */
    long number(String id) {
        String digits = text(id).replace(",", "").replaceAll("^\\D*(\\d+).*$", "$1");
        return digits.matches("\\d+") ? Long.parseLong(digits) : 0;
    }

    /** What a part of the page looks like, as a short text that changes with its pixels. */
    String pixels(String id) {
        return String.valueOf(run("""
                const from = document.getElementById('%s');
                const to = document.createElement('canvas');
                to.width = 64; to.height = 36;
                to.getContext('2d').drawImage(from, 0, 0, 64, 36);
                return to.toDataURL();""".formatted(id)));
    }

    /** Texts that do not fit where they stand, elements that lie on each other, and a page wider than its window. */
    List<?> misfits() {
        return (List<?>) run(
                """
                        const wrong = [];
                        if (document.documentElement.scrollWidth > WIDTH) {
                          wrong.push('the page is ' + document.documentElement.scrollWidth + ' wide');
                        }
                        for (const e of document.querySelectorAll('b, h1, h2, p, button, output, .label, .unit, .now, .keys')) {
                          if (e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).display !== 'inline') {
                            wrong.push('cut: ' + e.textContent);
                          }
                        }
                        const parts = [...document.querySelectorAll('header, figure, .facts li, .controls, .chart, footer')];
                        for (const a of parts) {
                          for (const b of parts) {
                            const x = a.getBoundingClientRect(), y = b.getBoundingClientRect();
                            if (a !== b && x.left < y.right - 1 && y.left < x.right - 1 && x.top < y.bottom - 1 && y.top < x.bottom - 1) {
                              wrong.push('on each other: ' + a.className + a.textContent.slice(0, 20) + ' and ' + b.textContent.slice(0, 20));
                            }
                          }
                        }
                        return wrong;"""
                        // Not the window's: an emulated phone makes that wider when the page does not fit.
                        .replace("WIDTH", Integer.toString(current.width)));
    }

    /** Keeps a picture of the whole page, for people. */
    Path shot(String name) {
        Object height = run("return document.documentElement.scrollHeight");
        driver.executeCdpCommand("Page.enable", Map.of());
        Map<String, Object> answer = driver.executeCdpCommand("Page.captureScreenshot",
                Map.of("captureBeyondViewport", true, "format", "png", "clip",
                        Map.of("x", 0, "y", 0, "width", current.width, "height", height, "scale", 1)));
        try {
            Files.createDirectories(SHOTS);
            return Files.write(SHOTS.resolve(name + ".png"),
                    Base64.getDecoder().decode((String) answer.get("data")));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        driver.quit();
    }
}
