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
    private final ConfigurableApplicationContext context;
    private final Complaints complaints;
    private final HttpClient http = HttpClient.newHttpClient();

    WebApp(String... properties) {
        BlockingCalls.watch();
        directory = makeDirectory();
        SpringApplication application = new SpringApplication(WebApplication.class);
        context = application.run(Stream.concat(
                Stream.of("--server.port=0", "--reactor.shm.directory=" + directory), Stream.of(properties))
                .toArray(String[]::new));
        // Not before: an application that starts sets up logging anew.
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

    HttpResponse<byte[]> post(String path) {
        return send(HttpRequest.newBuilder(URI.create(url(path))).timeout(Duration.ofSeconds(20))
                .POST(HttpRequest.BodyPublishers.noBody()).build());
    }

    HttpResponse<byte[]> send(HttpRequest request) {
        try {
            return http.send(request, HttpResponse.BodyHandlers.ofByteArray());
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
