package io.github.reactorshm.testkit;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Processor time of the library's threads in a child, between two looks. */
public final class CpuTime {

    private final ChildJvm child;
    private final Options first;

    private CpuTime(ChildJvm child) {
        this.child = child;
        this.first = look();
    }

    /**
     * Begins to count.
     *
     * @param child in whose JVM
     * @return the counting
     */
    public static CpuTime from(ChildJvm child) {
        return new CpuTime(child);
    }

    private Options look() {
        return Options.parse(child.call("cpu", new Options()));
    }

    /**
     * What has been used since the beginning, by threads that live now.
     *
     * @return nanoseconds for each thread, by its name
     */
    public Map<String, Long> nanos() {
        Options now = look();
        TreeMap<String, Long> used = new TreeMap<>();
        now.names().forEach(name -> used.put(name, now.number(name) - first.number(name, 0)));
        return used;
    }

    /**
     * What they have used together.
     *
     * @param nanos what {@link #nanos()} returned
     * @return milliseconds
     */
    public static double millis(Map<String, Long> nanos) {
        return nanos.values().stream().mapToLong(Long::longValue).sum() / 1e6;
    }

    static Options ofThisJvm() {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        Options options = new Options();
        Resources.libraryThreads().collect(Collectors.toMap(thread -> thread.getName() + "-" + thread.threadId(),
                thread -> Math.max(0, threads.getThreadCpuTime(thread.threadId())))).forEach(options::with);
        return options;
    }
}
