package io.github.reactorshm.examples.webflux;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

import io.github.reactorshm.examples.webflux.app.WebApplication;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;

/** The application in this JVM, on a port of its own, with a base directory for its camera. It must not block, nor leave anything. */
final class WebApp implements AutoCloseable {

    private final Path directory;
    private final String[] properties;
    private ConfigurableApplicationContext context;
    private Complaints complaints;
    private final HttpClient http = HttpClient.newHttpClient();

    WebApp(String... properties) {
        BlockingCalls.watch();
        directory = makeDirectory();
        this.properties = properties.clone();
        context = run(0);
        // Not before: an application that starts sets up logging anew.
        complaints = new Complaints();
    }

    private ConfigurableApplicationContext run(int port) {
        SpringApplication application = new SpringApplication(WebApplication.class);
        return application.run(Stream.concat(
                Stream.of("--server.port=" + port, "--reactor.shm.directory=" + directory), Stream.of(properties))
                .toArray(String[]::new));
    }

    /** Ends the application and starts it again on the same port. */
    void restart() {
        int port = port();
        context.close();
        List<String> so = complaints();
        complaints.close();
        assertThat(so).as("complaints").isEmpty();
        context = run(port);
        complaints = new Complaints();
    }

    private static Path makeDirectory() {
        Path memory = Path.of("/dev/shm");
        try {
            return Files.createTempDirectory(Files.isDirectory(memory) ? memory : Path.of("/tmp"), "reactor-shm-web-",
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Path directory() {
        return directory;
    }

    int port() {
        return Integer.parseInt(context.getEnvironment().getRequiredProperty("local.server.port"));
    }

    String url(String path) {
        return "http://localhost:" + port() + path;
    }

    <T> T bean(Class<T> type) {
        return context.getBean(type);
    }

    HttpResponse<byte[]> get(String path) {
        return send(HttpRequest.newBuilder(URI.create(url(path))).timeout(Duration.ofSeconds(20)).build());
    }

    /** The lines of a response without end, which whoever reads them closes. */
    HttpResponse<Stream<String>> lines(String path) {
        return send(HttpRequest.newBuilder(URI.create(url(path))).build(), HttpResponse.BodyHandlers.ofLines());
    }

    HttpResponse<byte[]> post(String path) {
        return send(HttpRequest.newBuilder(URI.create(url(path))).timeout(Duration.ofSeconds(20))
                .POST(HttpRequest.BodyPublishers.noBody()).build());
    }

    HttpResponse<byte[]> send(HttpRequest request) {
        return send(request, HttpResponse.BodyHandlers.ofByteArray());
    }

    private <T> HttpResponse<T> send(HttpRequest request, HttpResponse.BodyHandler<T> body) {
        try {
            return http.send(request, body);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Warnings that nobody expects. */
    List<String> complaints() {
        return complaints.texts();
    }

    void forgiveComplaints() {
        complaints.forgive();
    }

    /** Ends the application as a signal would. */
    void shutDown() {
        context.close();
    }

    @Override
    public void close() {
        try {
            http.close();
            context.close();
            assertThat(BlockingCalls.caught()).as("blocking calls").isEmpty();
            assertThat(complaints()).as("complaints").isEmpty();
        } finally {
            complaints.close();
            delete();
        }
    }

    private void delete() {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
