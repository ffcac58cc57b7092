package io.github.reactorshm.fuzz;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

import io.github.reactorshm.ShmCodec;
import io.github.reactorshm.ShmFrame;
import io.github.reactorshm.ShmSourceBuilder;
import io.github.reactorshm.codec.BytesCodec;
import io.github.reactorshm.error.ShmException;
import io.github.reactorshm.error.ShmProtocolException;
import io.github.reactorshm.layout.ErrorText;
import io.github.reactorshm.layout.PoolGeometry;
import io.github.reactorshm.layout.SubscriptionGeometry;
import io.github.reactorshm.testkit.Channel;
import io.github.reactorshm.testkit.RawProducer;
import io.github.reactorshm.testkit.Recorder;
import io.github.reactorshm.testkit.TestDirectory;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.Tag;
import net.jqwik.api.lifecycle.AfterProperty;
import net.jqwik.api.lifecycle.BeforeProperty;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A producer that writes what it likes into the ring and everywhere else, and changes it while it is read. The subscription ends once,
 * well or with a typed error; a frame is never more than one slot; another channel of the same threads goes on.
 */
class HostileProducerTest {

    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final int SLOTS = RawProducer.SLOTS;
    private static final long RING = 768;
    private static final long ENTRY_SIZE = 64;
    private static final int RING_CAPACITY = 8;
    private static final long TELLS_STATE = 392;
    private static final long STARVING = 396;
    /** The error text's code and the length of its class name. */
    private static final long ERROR_TEXT = SubscriptionGeometry.of(SLOTS).errorOffset();
    private static final int WORDS = 4096 / Long.BYTES;
    /** What no slot holds: the header, the guards between the slots. */
    private static final byte POISON = (byte) 0xee;
    private static final byte FIRST_SLOT = 0x50;

    enum Deed {
        PUBLISH, PUBLISH_SLOT, PUBLISH_LENGTH, PUBLISH_SEQUENCE, PUBLISH_KIND, PUBLISH_INDEX, COMPLETE, FAIL, SET_TELLS, WRITE_ANYWHERE, SEND_BYTES, FLICKER_SLOT_AND_KIND, FLICKER_LENGTH, FLICKER_INDEX, FLICKER_ERROR
    }

    private final PoolCodec codec = new PoolCodec();
    private TestDirectory directory;
    private Channel channel;
    private RawProducer producer;
    private Bystander bystander;
    private QuietLog log;
    private long next;
    private long broken;
    private long whole;

    @BeforeProperty
    void open() throws IOException {
        directory = TestDirectory.create();
        bystander = new Bystander(Channel.in(directory));
        channel = Channel.in(directory);
        producer = RawProducer.open(channel);
        PoolGeometry geometry = PoolGeometry.of(SLOTS, RawProducer.SLOT_SIZE);
        producer.pool().asSlice(geometry.slotsOffset()).fill(POISON);
        for (int slot = 0; slot < SLOTS; slot++) {
            producer.pool().asSlice(geometry.slotOffset(slot), geometry.slotSize()).fill((byte) (FIRST_SLOT + slot));
        }
        log = new QuietLog();
    }

    @AfterProperty
    void nothingIsLeft() throws IOException {
        log.close();
        assertThat(log.linesWithout("its producer waits for slots")).as("the log").isEmpty();
        assertThat(codec.decoded).as("frames that passed").hasPositiveValue();
        assertThat(broken).as("scripts that broke the protocol and were told so").isPositive();
        assertThat(whole).as("scripts that ended otherwise").isPositive();
        bystander.close();
        producer.close();
        directory.close();
    }

    @Provide
    Arbitrary<List<Step<Deed>>> scripts() {
        return Step.scripts(Deed.class);
    }

    /** 20,000 steps. */
    @Property(tries = 1_000, edgeCases = EdgeCasesMode.NONE, shrinking = ShrinkingMode.OFF)
    void S4_whatAProducerWritesIsATypedErrorOrAFrameOfOneSlot(@ForAll("scripts") List<Step<Deed>> script,
            @ForAll boolean raw) throws Exception {
        play(script, raw);
    }

    /** 1,000,000 steps. */
    @Tag("storm")
    @Property(tries = 50_000, edgeCases = EdgeCasesMode.NONE, shrinking = ShrinkingMode.OFF)
    void S4_whatAProducerWritesIsATypedErrorOrAFrameOfOneSlotStorm(@ForAll("scripts") List<Step<Deed>> script,
            @ForAll boolean raw) throws Exception {
        play(script, raw);
    }

    private void play(List<Step<Deed>> script, boolean raw) throws Exception {
        Recorder<Object> recorder = Recorder.unbounded(item -> {
            if (item instanceof ShmFrame frame) {
                try (frame) {
                    codec.decode(frame);
                }
            }
        });
        ShmSourceBuilder<?> source = raw ? channel.source() : channel.source(codec);
        source.build().subscribe(recorder);
        producer.attach();
        next = 1;
        try (Flicker flicker = new Flicker()) {
            for (Step<Deed> step : script) {
                take(flicker, step);
            }
        }
        // Without it the subscription has not begun, and the source would look for the next incarnation.
        producer.control().storeProducerActive();
        producer.hangUp();
        recorder.awaitEnd();
        recorder.verify();
        assertThat(recorder.terminal()).satisfiesAnyOf(end -> assertThat(end).isEqualTo("complete"),
                end -> assertThat(end).isInstanceOf(ShmException.class));
        if (recorder.terminal() instanceof ShmProtocolException) {
            broken++;
        } else {
            whole++;
        }
        producer.renew();
        bystander.goesOn();
    }

    private void take(Flicker flicker, Step<Deed> step) {
        MemorySegment file = producer.controlFile();
        int slot = step.place() % SLOTS;
        long length = step.place() % (RawProducer.SLOT_SIZE + 1);
        long due = RING + (next - 1) % RING_CAPACITY * ENTRY_SIZE;
        switch (step.kind()) {
            case PUBLISH -> publish(next, slot, length, next);
            case PUBLISH_SLOT -> publish(next, (int) step.value(), length, next);
            case PUBLISH_LENGTH -> publish(next, slot, step.value(), next);
            case PUBLISH_SEQUENCE -> publish(next, slot, length, step.value());
            case PUBLISH_INDEX -> publish(step.value(), slot, length, next);
            case PUBLISH_KIND -> {
                // The kind is written before the index, so another one needs both written again.
                file.set(INT, due + 8, (int) step.value());
                LONG.varHandle().setRelease(file, due, next++);
            }
            case COMPLETE -> producer.control().publishTerminal(next++, null);
            case FAIL -> {
                producer.control().publishTerminal(next++, new ErrorText((int) step.value(), step.other(), "a.Class",
                        "a message of " + step.place()));
            }
            case SET_TELLS -> file.set(INT, step.place() % 2 == 0 ? TELLS_STATE : STARVING, (int) step.value());
            case WRITE_ANYWHERE -> file.set(LONG, (long) (step.place() % WORDS) * Long.BYTES, step.value());
            case SEND_BYTES -> say('B', (byte) step.value(), (byte) step.other());
            case FLICKER_SLOT_AND_KIND -> {
                flicker.add(file, due + 8, 1L | ((step.value() & 3) << 32), (step.value() << 32) | (step.other() & 3));
                publish(next, slot, length, next);
            }
            case FLICKER_LENGTH -> {
                flicker.add(file, due + 16, step.value(), length);
                publish(next, slot, length, next);
            }
            case FLICKER_INDEX -> flicker.add(file, due, step.value(), next);
            case FLICKER_ERROR -> {
                producer.control().publishTerminal(next++, new ErrorText(0, 0, "a.Class", "a message"));
                flicker.add(file, ERROR_TEXT, 7L << 32, step.value() << 32);
            }
        }
        say('B');
    }

    private void say(int... bytes) {
        byte[] out = new byte[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            out[i] = (byte) bytes[i];
        }
        try {
            producer.send(out);
        } catch (IOException e) {
            // The source has ended the subscription, as it should after what was written, with or without having read all bytes.
            assertThat(e.getMessage()).containsAnyOf("Broken pipe", "Connection reset");
        }
    }

    private void publish(long index, int slot, long length, long sequence) {
        producer.control().publishNext(index, slot, length, sequence, System.nanoTime(), 0, false);
        next++;
    }

    /** Reads the whole payload: it must be bytes of one slot, and of nothing else. */
    private static final class PoolCodec implements ShmCodec<Integer> {

        private final AtomicLong decoded = new AtomicLong();

        @Override
        public String contentType() {
            return BytesCodec.ofSlotSize(1).contentType();
        }

        @Override
        public long slotSize() {
            return RawProducer.SLOT_SIZE;
        }

        @Override
        public long encode(Integer value, MemorySegment slot) {
            throw new UnsupportedOperationException("only read here");
        }

        @Override
        public Integer decode(ShmFrame frame) {
            byte[] payload = frame.copy();
            assertThat(payload.length).isEqualTo((int) frame.length()).isBetween(0, (int) RawProducer.SLOT_SIZE);
            for (byte b : payload) {
                assertThat(b).isEqualTo(payload[0]).isBetween(FIRST_SLOT, (byte) (FIRST_SLOT + SLOTS - 1));
            }
            decoded.incrementAndGet();
            return payload.length;
        }
    }
}
