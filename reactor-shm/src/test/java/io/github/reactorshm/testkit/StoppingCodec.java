package io.github.reactorshm.testkit;

import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

import io.github.reactorshm.ShmCodec;
import io.github.reactorshm.ShmFrame;

/** Payloads of which one is never finished: half of its bytes are written when it stops, as a killed encoder's are. */
final class StoppingCodec implements ShmCodec<Long> {

    private final Payloads payloads;
    private final long number;
    private final Runnable stopped;
    private final CountDownLatch never = new CountDownLatch(1);

    StoppingCodec(Payloads payloads, long number, Runnable stopped) {
        this.payloads = payloads;
        this.number = number;
        this.stopped = stopped;
    }

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
    public long encode(Long element, MemorySegment slot) {
        if (element == number) {
            slot.asSlice(0, slot.byteSize() / 2).fill((byte) 0xEE);
            stopped.run();
            try {
                never.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
        return payloads.encode(element, slot);
    }

    @Override
    public long tag(Long element) {
        return payloads.tag(element);
    }

    @Override
    public Long decode(ShmFrame frame) {
        return payloads.decode(frame);
    }
}
