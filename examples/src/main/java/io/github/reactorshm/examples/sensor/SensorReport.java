package io.github.reactorshm.examples.sensor;

import java.util.ArrayList;
import java.util.List;

import io.github.reactorshm.examples.program.Age;

/**
 * The result of a whole run.
 *
 * @param received frames that each consumer received
 * @param lost frames sent but not received, of all consumers together
 * @param torn frames whose checksum was wrong in a consumer, of all together
 * @param fps frames per second in the slowest consumer, from the first to the last
 * @param ageMicros time from a frame's publishing to the beginning of its check, of all consumers
 * @param cpuMsPerFrame processor time of each process for each frame
 */
record SensorReport(long sent, List<Long> received, long lost, long torn, double fps, Age ageMicros,
        CpuMsPerFrame cpuMsPerFrame, long frameBytes, int slots) {

    static SensorReport of(ProducerReport producer, List<ConsumerReport> consumers, int slots) {
        List<Long> received = consumers.stream().map(ConsumerReport::received).toList();
        return new SensorReport(producer.sent(), received,
                received.stream().mapToLong(count -> producer.sent() - count).sum(),
                consumers.stream().mapToLong(ConsumerReport::torn).sum(),
                consumers.stream().mapToDouble(ConsumerReport::fps).min().orElse(0),
                Age.merged(consumers.stream().map(ConsumerReport::ages).toList()),
                new CpuMsPerFrame(producer.cpuMsPerFrame(),
                        consumers.stream().map(ConsumerReport::cpuMsPerFrame).toList()),
                producer.frameBytes(), slots);
    }

    /** What is wrong with the run, or an empty text. */
    String faults() {
        List<String> faults = new ArrayList<>();
        if (lost != 0) {
            faults.add(lost + " lost");
        }
        if (torn != 0) {
            faults.add(torn + " torn");
        }
        return faults.isEmpty()
                ? ""
                : "of " + sent + " frames for each of " + received.size() + " consumers "
                        + String.join(" and ", faults);
    }

    /** Processor time in milliseconds. */
    record CpuMsPerFrame(double producer, List<Double> consumers) {}
}
