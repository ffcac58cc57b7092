package io.github.reactorshm.examples.webflux;

import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

import io.github.reactorshm.spring.ShmFrameHttpMessageWriter;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufAllocatorMetricProvider;

import static org.assertj.core.api.Assertions.assertThat;

/** What the web side holds while time passes. */
final class Load {

    private static final long LOOK_NANOS = Duration.ofMillis(5).toNanos();
    private static final String CHANNEL = "camera";

    private final ShmFrameHttpMessageWriter writer;

    Load(WebApp app) {
        writer = app.bean(ShmFrameHttpMessageWriter.class);
    }

    /** A while: how many pictures fast viewers got a second, and the most slots that responses held. */
    Measured during(Duration time, Viewers fast) {
        long begin = System.nanoTime();
        long before = fast.pictures();
        int held = 0;
        while (System.nanoTime() - begin < time.toNanos()) {
            held = Math.max(held, writer.heldSlots(CHANNEL));
            LockSupport.parkNanos(LOOK_NANOS);
        }
        double seconds = (System.nanoTime() - begin) / 1e9;
        return new Measured((fast.pictures() - before) / seconds, held);
    }

    record Measured(double rate, int held) {}

    int held() {
        return writer.heldSlots(CHANNEL);
    }

    /** Bytes of the heap that are in use behind a collection. */
    static long heap() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    /** Bytes of the allocator that the server has, and of all direct buffers. */
    static long direct() {
        assertThat(ByteBufAllocator.DEFAULT).isInstanceOf(ByteBufAllocatorMetricProvider.class);
        return ((ByteBufAllocatorMetricProvider) ByteBufAllocator.DEFAULT).metric().usedDirectMemory()
                + ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                        .filter(pool -> pool.getName().equals("direct")).mapToLong(BufferPoolMXBean::getMemoryUsed)
                        .sum();
    }
}
