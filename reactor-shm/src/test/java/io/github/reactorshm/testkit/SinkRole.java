package io.github.reactorshm.testkit;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The producer's role: opens sinks as it is told; see {@link SinkProbe}. */
public final class SinkRole {

    private SinkRole() {}

    /**
     * A child's life.
     *
     * @param args none
     */
    public static void main(String[] args) {
        Map<String, SinkProbe> probes = new ConcurrentHashMap<>();
        ChildConsole console = new ChildConsole();
        console.verb("open", options -> {
            SinkProbe probe = new SinkProbe(options);
            probes.put(options.text("id"), probe);
            probe.open();
            return "";
        });
        console.verb("complete", options -> {
            find(probes, options).complete();
            return "";
        });
        console.verb("fail", options -> {
            find(probes, options).fail(new IllegalStateException(options.text("message", "the camera failed")));
            return "";
        });
        console.verb("expire", options -> {
            find(probes, options).expire();
            return "";
        });
        console.verb("dispose", options -> {
            find(probes, options).dispose();
            return "";
        });
        console.verb("state", options -> find(probes, options).state().toString());
        console.later("emitted", options -> find(probes, options).emitted(options.number("n")));
        console.later("encoding", options -> find(probes, options).encoding());
        console.later("cancelled", options -> find(probes, options).cancelled());
        console.later("end", options -> find(probes, options).end().thenApply(s -> s.toOptions().toString()));
        console.run();
    }

    private static SinkProbe find(Map<String, SinkProbe> probes, Options options) {
        SinkProbe probe = probes.get(options.text("id"));
        if (probe == null) {
            throw new IllegalArgumentException("no sink " + options);
        }
        return probe;
    }
}
