package io.github.reactorshm.benchmarks.smallframes;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

import io.github.reactorshm.benchmarks.support.Json;
import io.github.reactorshm.benchmarks.support.WorkDirectory;

/**
 * The orders on the consumer's standard input. If it ends without {@link Order#END}, the producer's process is gone, in whatever
 * way: then nobody else is left to remove the files, and there is nothing more to do.
 */
final class Orders {

    private final BlockingQueue<Order> queue = new LinkedBlockingQueue<>();
    private final Path work;

    private Orders(Path work) {
        this.work = work;
    }

    static Orders read(InputStream input, Path work) {
        Orders orders = new Orders(work);
        BufferedReader lines = new BufferedReader(new InputStreamReader(input, StandardCharsets.UTF_8));
        Thread.ofPlatform().daemon().name("orders").start(() -> orders.readAll(lines));
        return orders;
    }

    /** The next order; waits for it. */
    Order next() {
        try {
            return queue.take();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Order.END;
        }
    }

    private void readAll(BufferedReader lines) {
        boolean ended = false;
        try {
            for (String line = lines.readLine(); line != null && !ended; line = ended ? null : lines.readLine()) {
                Order order = Json.read(line, Order.class);
                ended = order.medium() == Medium.END;
                queue.add(order);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            if (!ended) {
                WorkDirectory.remove(work);
                System.exit(1);
            }
        }
    }
}
