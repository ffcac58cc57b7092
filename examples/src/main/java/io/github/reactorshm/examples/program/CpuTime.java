package io.github.reactorshm.examples.program;

import java.lang.management.ManagementFactory;

import com.sun.management.OperatingSystemMXBean;

/** Processor time that this process has used since some moment: of all its threads, the JVM's own included. */
public final class CpuTime {

    private static final double NANOS_PER_MILLI = 1e6;

    private final OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    private final long startNanos = system.getProcessCpuTime();

    public double millisPerFrame(long frames) {
        return frames == 0 ? 0 : (system.getProcessCpuTime() - startNanos) / NANOS_PER_MILLI / frames;
    }
}
