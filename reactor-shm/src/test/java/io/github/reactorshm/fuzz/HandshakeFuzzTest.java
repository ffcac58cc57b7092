package io.github.reactorshm.fuzz;

import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

import io.github.reactorshm.ShmFrame;
import io.github.reactorshm.error.ShmException;
import io.github.reactorshm.testkit.Accounts;
import io.github.reactorshm.testkit.Channel;
import io.github.reactorshm.testkit.RawConsumer;
import io.github.reactorshm.testkit.RawMessage;
import io.github.reactorshm.testkit.RawProducer;
import io.github.reactorshm.testkit.Recorder;
import io.github.reactorshm.testkit.TestDirectory;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.Tag;
import net.jqwik.api.lifecycle.AfterProperty;
import net.jqwik.api.lifecycle.BeforeProperty;

import static org.assertj.core.api.Assertions.assertThat;

/** Handshakes with changed messages, against both living ends; {@code MessagesFuzzTest} has the many inputs of the messages alone. */
class HandshakeFuzzTest {

    private TestDirectory directory;
    private Channel channel;
    private Channel hostile;
    private Bystander bystander;
    private QuietLog log;

    /** What is said: a message with some bytes written over, how much of it, and whether as it ought to be before and after. */
    record Talk(int message, List<Integer> places, List<Byte> bytes, int cut, boolean politeBefore,
            boolean politeAfter) {

        byte[] changed(byte[] clean) {
            byte[] out = clean.clone();
            for (int i = 0; i < places.size(); i++) {
                out[places.get(i) % out.length] = bytes.get(i);
            }
            return cut < out.length ? Arrays.copyOf(out, cut) : out;
        }
    }

    @BeforeProperty
    void open() throws IOException {
        directory = TestDirectory.create();
        channel = Channel.in(directory);
        hostile = Channel.in(directory);
        bystander = new Bystander(channel);
        log = new QuietLog();
    }

    @AfterProperty
    void nothingIsLeft() throws IOException {
        Accounts.awaitSubscriptions(bystander.sink(), 1);
        log.close();
        assertThat(log.linesWithout("a handshake was refused")).as("the log").isEmpty();
        bystander.close();
        directory.close();
    }

    @Provide
    Arbitrary<Talk> talks() {
        return Combinators.combine(Arbitraries.integers().between(0, 3),
                Arbitraries.integers().between(0, 80).list().ofMinSize(1).ofMaxSize(4),
                Arbitraries.bytes().list().ofSize(4), Arbitraries.integers().between(1, 160),
                Arbitraries.of(true, false),
                Arbitraries.of(true, false)).as(Talk::new);
    }

    @Property(tries = 500, edgeCases = EdgeCasesMode.NONE, shrinking = ShrinkingMode.OFF)
    void S3_whatAConsumerSays(@ForAll("talks") Talk talk) throws IOException {
        sayToTheSink(talk);
    }

    @Tag("storm")
    @Property(tries = 50_000, edgeCases = EdgeCasesMode.NONE, shrinking = ShrinkingMode.OFF)
    void S3_whatAConsumerSaysStorm(@ForAll("talks") Talk talk) throws IOException {
        sayToTheSink(talk);
    }

    @Property(tries = 100, edgeCases = EdgeCasesMode.NONE, shrinking = ShrinkingMode.OFF)
    void S3_whatAProducerAnswers(@ForAll("talks") Talk talk) throws IOException {
        answerTheSource(talk);
    }

    @Tag("storm")
    @Property(tries = 10_000, edgeCases = EdgeCasesMode.NONE, shrinking = ShrinkingMode.OFF)
    void S3_whatAProducerAnswersStorm(@ForAll("talks") Talk talk) throws IOException {
        answerTheSource(talk);
    }

    private void sayToTheSink(Talk talk) throws IOException {
        RawMessage hello = RawMessage.hello(RawConsumer.VERSION, RawConsumer.LOSSLESS, "", channel.name());
        RawMessage attached = RawMessage.attached(RawConsumer.VERSION);
        List<RawMessage> all = List.of(hello, attached, hello, RawProducer.welcome());
        try (RawConsumer peer = RawConsumer.connect(channel)) {
            if (talk.politeBefore()) {
                peer.send(hello.bytes());
                assertThat(peer.receive().type()).isEqualTo(RawMessage.WELCOME);
            }
            peer.send(talk.changed(all.get(talk.message()).bytes()));
            if (talk.politeAfter()) {
                peer.send(attached.bytes());
            }
        } catch (IOException e) {
            // It is refused, and closed while something more is said.
            assertThat(e.getMessage()).containsAnyOf("Broken pipe", "reset");
        }
        bystander.goesOn();
    }

    private void answerTheSource(Talk talk) throws IOException {
        Recorder<ShmFrame> recorder = Recorder.asking(1);
        // One for each talk: a source that tries again finds nobody, and the next talk no other source.
        try (RawProducer producer = RawProducer.open(hostile)) {
            hostile.source().connectTimeout(Duration.ofMillis(50)).build().subscribe(recorder);
            producer.accept();
            answer(producer, talk);
        }
        recorder.awaitEnd();
        recorder.verify();
        assertThat(recorder.items()).isEmpty();
        assertThat(recorder.terminal()).isInstanceOf(ShmException.class);
        bystander.goesOn();
    }

    private static void answer(RawProducer producer, Talk talk) {
        RawMessage refused = RawMessage.refused(RawConsumer.VERSION, 4, "no space", "", "");
        List<RawMessage> all = List.of(RawProducer.welcome(), RawProducer.welcome(), refused,
                RawMessage.attached(RawConsumer.VERSION));
        try {
            producer.send(talk.changed(all.get(talk.message()).bytes()));
            if (talk.politeAfter()) {
                producer.send(RawProducer.welcome().bytes());
            }
        } catch (IOException e) {
            // It has let go, with or without having read all bytes.
            assertThat(e.getMessage()).containsAnyOf("Broken pipe", "reset");
        }
    }
}
