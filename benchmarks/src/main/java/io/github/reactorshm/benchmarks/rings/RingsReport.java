package io.github.reactorshm.benchmarks.rings;

import io.github.reactorshm.benchmarks.support.MachineFacts;
import tools.jackson.databind.JsonNode;

/**
 * The result.
 *
 * @param benchmark the subcommand
 * @param machine where it was measured
 * @param framesPerSecond frames that the taking thread gave back in a second, mean of the iterations
 * @param jmh JMH's own result, parameters included, as its JSON format has it
 */
record RingsReport(String benchmark, MachineFacts machine, double framesPerSecond, JsonNode jmh) {}
