package io.github.reactorshm.fuzz;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

import io.github.reactorshm.testkit.Channel;
import io.github.reactorshm.testkit.RawConsumer;
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
 * A consumer that is attached and writes what it likes where it likes, beside an honest one. Each script ends its subscription or
 * is ended by the close of its socket; either way every slot comes back and the honest one goes on.
 */
class HostileConsumerTest {

    private static final int SLOTS = 8;
    private static final int WORDS = 4096 / Long.BYTES;

    enum Deed {
        ASK, ASK_FOR_MORE, SET_STATE, SET_TAKEN, RETURN_UNDER, GIVE_BACK, SET_BELL, WRITE_ANYWHERE, SEND_BYTES, RING, FLICKER_ASKS, FLICKER_RETURN, FLICKER_ANYWHERE
    }

    private TestDirectory directory;
    private Channel channel;
    private Bystander bystander;
    private QuietLog log;
    private long served;
    private long gaveBack;
    private long stillServed;

    @BeforeProperty
    void open() {
        directory = TestDirectory.create();
        channel = Channel.in(directory);
        bystander = new Bystander(channel);
        log = new QuietLog();
    }

    @AfterProperty
    void nothingIsLeft() {
        log.close();
        assertThat(log.linesWithout("it is served no more, others are not affected", "the last member of group"))
                .as("the log").isEmpty();
        assertThat(served).as("scripts that got a frame").isPositive();
        assertThat(gaveBack).as("frames that were given back as they should").isPositive();
        assertThat(log.count("it is served no more")).as("scripts that broke the protocol").isPositive();
        assertThat(stillServed).as("scripts that did not").isPositive();
        bystander.close();
        directory.close();
    }

    @Provide
    Arbitrary<List<Step<Deed>>> scripts() {
        return Step.scripts(Deed.class);
    }

    /** 20,000 steps. */
    @Property(tries = 1_000, edgeCases = EdgeCasesMode.NONE, shrinking = ShrinkingMode.OFF)
    void S4_whatAConsumerWritesHarmsNobodyElse(@ForAll("scripts") List<Step<Deed>> script) throws Exception {
        play(script);
    }

    /** 1,000,000 steps. */
    @Tag("storm")
    @Property(tries = 50_000, edgeCases = EdgeCasesMode.NONE, shrinking = ShrinkingMode.OFF)
    void S4_whatAConsumerWritesHarmsNobodyElseStorm(@ForAll("scripts") List<Step<Deed>> script) throws Exception {
        play(script);
    }

    private void play(List<Step<Deed>> script) throws Exception {
        // Lossless, latest, or a member of a group.
        int mode = 1 + script.getFirst().place() % RawConsumer.GROUP;
        try (RawConsumer peer = RawConsumer.attach(channel, mode, mode == RawConsumer.GROUP ? "workers" : "");
                Flicker flicker = new Flicker()) {
            peer.request(3);
            for (Step<Deed> step : script) {
                take(peer, flicker, step);
            }
            peer.ring();
            awaitEnd();
            served += peer.isPublished(1) ? 1 : 0;
            stillServed += bystander.sink().subscriptions() > 1 ? 1 : 0;
        }
        bystander.goesOn();
    }

    /** Lets the sink look, for half a millisecond at most: a script that breaks no rule does not end by itself. */
    private void awaitEnd() {
        long until = System.nanoTime() + 500_000;
        while (bystander.sink().subscriptions() > 1 && System.nanoTime() < until) {
            LockSupport.parkNanos(20_000);
        }
    }

    private void take(RawConsumer peer, Flicker flicker, Step<Deed> step) throws IOException {
        int slot = step.place() % SLOTS;
        switch (step.kind()) {
            case ASK -> peer.putLong(RawConsumer.REQUESTED, step.value());
            case ASK_FOR_MORE -> peer.putLong(RawConsumer.REQUESTED, peer.getLong(RawConsumer.REQUESTED) + 1);
            case SET_STATE -> peer.putInt(RawConsumer.STATE, (int) step.value());
            case SET_TAKEN -> peer.putLong(RawConsumer.TAKEN, step.value());
            case RETURN_UNDER -> peer.giveBack(slot, step.value());
            case GIVE_BACK -> {
                long index = 1L + step.place() % 4;
                if (peer.isPublished(index)) {
                    peer.giveBack(Math.floorMod(peer.slot(index), SLOTS), index);
                    gaveBack++;
                }
            }
            case SET_BELL -> peer.putInt(step.place() % 2 == 0 ? RawConsumer.CONSUMER_BELL : RawConsumer.PRODUCER_BELL,
                    (int) step.value());
            case WRITE_ANYWHERE -> peer.putLong((long) (step.place() % WORDS) * Long.BYTES, step.value());
            case SEND_BYTES -> peer.send(new byte[]{'B', (byte) step.value(), (byte) step.other()});
            case RING -> peer.ring();
            case FLICKER_ASKS -> flicker.add(peer.control(), RawConsumer.REQUESTED, step.value(), step.other());
            case FLICKER_RETURN -> flicker.add(peer.control(), peer.returnWord(slot), step.value(), step.other());
            case FLICKER_ANYWHERE -> flicker.add(peer.control(), (long) (step.place() % WORDS) * Long.BYTES,
                    step.value(), step.other());
        }
    }
}
