package io.github.reactorshm.modes;

import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

import io.github.reactorshm.ShmCodec;
import io.github.reactorshm.ShmFrame;
import io.github.reactorshm.testkit.Payloads;

/** Encodes as another codec does, once it is told to go on. */
record LatchedCodec(Payloads payloads, CountDownLatch begun, CountDownLatch goOn) implements ShmCodec<Long> {

    @Override
    public String contentType() {
        return payloads.contentType();
    }

    @Override
    public Map<String, String> attributes() {
        return payloads.attributes();
    }

    @Override
    public long slotSize() {
        return payloads.slotSize();
    }

    @Override
    public long encode(Long value, MemorySegment slot) {
        begun.countDown();
        try {
            goOn.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
        return payloads.encode(value, slot);
    }

    @Override
    public long tag(Long value) {
        return payloads.tag(value);
    }

    @Override
    public Long decode(ShmFrame frame) {
        return payloads.decode(frame);
    }
}
