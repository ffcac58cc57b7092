package io.github.reactorshm.spring;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import io.github.reactorshm.ShmFrame;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;

/** The payloads that responses write, by channel. */
final class FramePayloads {

    private final Map<String, SlotBudget> budgets = new ConcurrentHashMap<>();

    ByteBuf payload(ShmFrame frame, ByteBufAllocator allocator, boolean slow) {
        SlotBudget budget;
        try {
            budget = of(frame.info().name());
        } catch (RuntimeException | Error e) {
            frame.close();
            throw e;
        }
        return budget.payload(frame, allocator, slow);
    }

    SlotBudget of(String channel) {
        return budgets.computeIfAbsent(channel, name -> new SlotBudget());
    }
}
