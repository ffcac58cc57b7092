package io.github.reactorshm.benchmarks.smallframes;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import io.github.reactorshm.benchmarks.support.BenchmarkException;
import io.github.reactorshm.benchmarks.support.Console;
import io.github.reactorshm.benchmarks.support.Json;
import io.github.reactorshm.benchmarks.support.JvmCommand;

/** The consumer's process as the producer sees it: orders go to its standard input, receipts come from its standard output. */
final class ConsumerProcess implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final int SIGNALLED = 128;

    private final Process process;
    private final BufferedWriter orders;
    private final BufferedReader receipts;

    private ConsumerProcess(Process process) {
        this.process = process;
        this.orders = process.outputWriter(StandardCharsets.UTF_8);
        this.receipts = process.inputReader(StandardCharsets.UTF_8);
    }

    /** Starts the program's other half on the same Java and class path as this process. */
    static ConsumerProcess start(Class<?> mainClass, List<String> jvmArguments, Path work) throws IOException {
        List<String> command = JvmCommand.of(mainClass, jvmArguments,
                List.of(ConsumerCommand.NAME, ConsumerCommand.WORK, work.toString()));
        return new ConsumerProcess(new ProcessBuilder(command).redirectError(Redirect.INHERIT).start());
    }

    void tell(Order order) {
        try {
            orders.write(Json.line(order));
            orders.newLine();
            orders.flush();
        } catch (IOException e) {
            throw lost();
        }
    }

    /**
     * Waits for what it got in the round that it was told of.
     *
     * @throws BenchmarkException if the round failed there, or the process ended
     */
    Receipt receipt() {
        Receipt receipt = Json.read(receiptLine(), Receipt.class);
        String error = receipt.error();
        if (error != null) {
            throw new BenchmarkException("the consumer's process failed: " + error, null);
        }
        return receipt;
    }

    private String receiptLine() {
        try {
            for (String line = receipts.readLine(); line != null; line = receipts.readLine()) {
                if (line.startsWith("{")) {
                    return line;
                }
                // The JVM itself prints to standard output, when a recording begins say.
                Console.say(ConsumerCommand.NAME, line);
            }
        } catch (IOException e) {
            throw lost();
        }
        throw lost();
    }

    boolean lives() {
        return process.isAlive();
    }

    /** Has something done at once when the process ends, on a thread of the JDK's, unless the future is cancelled before. */
    CompletableFuture<Void> whenEnded(Runnable action) {
        return process.onExit().thenRun(action);
    }

    /** Why there is no receipt. */
    BenchmarkException lost() {
        if (!waitFor(PATIENCE)) {
            return new BenchmarkException(
                    "the consumer's process " + process.pid() + " closed its output but did not end",
                    null);
        }
        int status = process.exitValue();
        String how = status > SIGNALLED
                ? "was ended by signal " + (status - SIGNALLED)
                : "ended with exit status " + status;
        return new BenchmarkException(
                "the consumer's process " + process.pid() + " " + how + " in the middle of the run",
                null);
    }

    /** Lets the process end, which has done all that it was told. */
    void finish() {
        tell(Order.END);
        if (!waitFor(PATIENCE) || process.exitValue() != 0) {
            throw lost();
        }
    }

    /** Ends the process if it still runs. */
    @Override
    public void close() {
        // Not process.destroy(), which also closes the pipe that another thread may be reading.
        process.toHandle().destroy();
        if (!waitFor(PATIENCE)) {
            process.toHandle().destroyForcibly();
        }
    }

    private boolean waitFor(Duration time) {
        try {
            return process.waitFor(time.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
