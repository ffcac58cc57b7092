package io.github.reactorshm.benchmarks.smallframes;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;

import io.github.reactorshm.benchmarks.support.Json;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The consumer's process. It prints one receipt for each order, also for one that failed, after which it ends. */
@Command(name = ConsumerCommand.NAME, hidden = true, description = "The consumer's half of small-frames, which starts it.")
public final class ConsumerCommand implements Callable<Integer> {

    static final String NAME = "small-frames-consumer";
    static final String WORK = "--work";

    @Option(names = WORK, required = true, paramLabel = "DIR", description = "The run's directory.")
    private Path work;

    @Override
    public Integer call() {
        Orders orders = Orders.read(System.in, work);
        Consumption consumption = new Consumption(new Places(work));
        for (Order order = orders.next(); order.medium() != Medium.END; order = orders.next()) {
            Receipt receipt = run(consumption, order);
            System.out.println(Json.line(receipt));
            if (receipt.error() != null) {
                return 1;
            }
        }
        return 0;
    }

    private static Receipt run(Consumption consumption, Order order) {
        try {
            return consumption.run(order);
        } catch (IOException | RuntimeException e) {
            return Receipt.failed(e);
        }
    }
}
