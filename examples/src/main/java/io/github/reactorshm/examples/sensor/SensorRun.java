package io.github.reactorshm.examples.sensor;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import io.github.reactorshm.examples.program.ChannelOptions;
import io.github.reactorshm.examples.program.Json;
import io.github.reactorshm.examples.program.RoleProcess;
import io.github.reactorshm.examples.program.Roles;

/** A producer and its consumers in a process each. */
final class SensorRun {

    private SensorRun() {}

    /** Runs them to their end. Empty if that was not its proper one, which was then told. */
    static Optional<SensorReport> of(String name, ChannelOptions channel, ProducerOptions producerOptions,
            ConsumerOptions consumerOptions) throws IOException {
        try (Roles roles = Roles.of(name, Sensor.class, channel)) {
            List<RoleProcess> consumers = new ArrayList<>();
            for (int i = 0; i < producerOptions.consumers(); i++) {
                consumers.add(roles.start("consumer", consumerOptions.arguments()));
            }
            RoleProcess producer = roles.start("producer", producerOptions.arguments());
            if (!roles.join()) {
                return Optional.empty();
            }
            SensorReport report = SensorReport.of(Json.read(producer.lastLine(), ProducerReport.class),
                    consumers.stream().map(consumer -> Json.read(consumer.lastLine(), ConsumerReport.class)).toList(),
                    producerOptions.slots());
            roles.tell(report.faults());
            return Optional.of(report);
        }
    }
}
