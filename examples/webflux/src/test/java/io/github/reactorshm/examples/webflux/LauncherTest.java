package io.github.reactorshm.examples.webflux;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/** One command starts both processes. */
class LauncherTest {

    private static final Pattern ADDRESS = Pattern.compile("http://localhost:(\\d+)");
    private static final Pattern PID = Pattern.compile("\"state\":\"LIVE\".*\"pid\":(\\d+)");
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    @Test
    @Timeout(value = 180, unit = TimeUnit.SECONDS) // Four JVMs and two encoded videos on a busy machine.
    void aCameraThatIsKilledIsStartedAgain() throws Exception {
        Process launcher = new ProcessBuilder(
                System.getProperty("java.home") + File.separator + "bin" + File.separator + "java",
                "--enable-native-access=ALL-UNNAMED", "-cp", System.getProperty("java.class.path"),
                Webflux.class.getName(), "--port", "0").redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
        BufferedReader said = launcher.errorReader();
        try (HttpClient http = HttpClient.newHttpClient()) {
            URI stats = URI.create(address(said) + "/stats");
            // To its end: who reads it cannot be disturbed.
            Thread.ofVirtual().start(() -> said.lines().forEach(line -> {}));

            long camera = liveCamera(http, stats, 0);
            ProcessHandle process = ProcessHandle.of(camera).orElseThrow();
            assertThat(launcher.descendants()).contains(process);
            assertThat(process.destroyForcibly()).isTrue();

            long next = liveCamera(http, stats, camera);
            assertThat(launcher.descendants()).extracting(ProcessHandle::pid).contains(next);
            // What is open would be waited for.
            http.shutdownNow();
        } finally {
            // Asked to end, as by Ctrl-C: it ends the others.
            List<ProcessHandle> roles = launcher.descendants().toList();
            launcher.toHandle().destroy();
            assertThat(launcher.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
            assertThat(roles).noneMatch(ProcessHandle::isAlive);
        }
    }

    private static String address(BufferedReader said) throws IOException {
        for (String line = said.readLine(); line != null; line = said.readLine()) {
            Matcher address = ADDRESS.matcher(line);
            if (address.find()) {
                return address.group();
            }
        }
        throw new AssertionError("the launcher has ended without an address");
    }

    /** Waits for pictures of a camera that is not that one, and tells its process. */
    private static long liveCamera(HttpClient http, URI stats, long not) throws IOException, InterruptedException {
        HttpResponse<Stream<String>> answer = http.send(HttpRequest.newBuilder(stats).build(),
                HttpResponse.BodyHandlers.ofLines());
        try (Stream<String> lines = answer.body()) {
            return lines.map(PID::matcher).filter(Matcher::find).mapToLong(pid -> Long.parseLong(pid.group(1)))
                    .filter(pid -> pid != not).findFirst().orElseThrow();
        }
    }
}
