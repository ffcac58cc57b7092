package io.github.reactorshm.examples.webflux;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;

/** Viewers of one kind. */
final class Viewers implements AutoCloseable {

    private final List<MjpegClient> clients = new ArrayList<>();

    static Viewers fast(int port, int count) throws IOException {
        return slow(port, count, 0);
    }

    static Viewers slow(int port, int count, long pauseNanos) throws IOException {
        Viewers viewers = new Viewers();
        for (int i = 0; i < count; i++) {
            viewers.clients.add(MjpegClient.slow(port, pauseNanos));
        }
        return viewers;
    }

    static Viewers stuck(int port, int count) throws IOException {
        Viewers viewers = new Viewers();
        for (int i = 0; i < count; i++) {
            viewers.clients.add(MjpegClient.stuck(port));
        }
        return viewers;
    }

    int count() {
        return clients.size();
    }

    void awaitPictures(int each) {
        long[] targets = clients.stream().mapToLong(client -> client.pictures() + each).toArray();
        for (int i = 0; i < targets.length; i++) {
            clients.get(i).awaitTotal(targets[i]);
        }
    }

    long pictures() {
        return clients.stream().mapToLong(MjpegClient::pictures).sum();
    }

    /** Bytes of an average picture. */
    long pictureSize() {
        return clients.stream().mapToLong(MjpegClient::bytes).sum() / Math.max(1, pictures());
    }

    /** The greatest age that a picture had when it was whole, since the last call, in milliseconds. */
    long greatestAgeMillis() {
        return clients.stream().mapToLong(MjpegClient::greatestAge).max().orElse(0) / 1_000_000;
    }

    void assertWhole() {
        assertThat(clients).allSatisfy(client -> {
            assertThat(client.fault()).isNull();
            assertThat(client.ended()).isFalse();
        });
    }

    @Override
    public void close() throws IOException {
        for (MjpegClient client : clients) {
            client.close();
        }
    }
}
