package io.github.reactorshm.process;

import java.util.ArrayList;
import java.util.List;

import io.github.reactorshm.error.ShmCancelledException;
import io.github.reactorshm.error.ShmPeerLostException;
import io.github.reactorshm.error.ShmRemoteException;
import io.github.reactorshm.testkit.ChildJvm;
import io.github.reactorshm.testkit.Options;
import io.github.reactorshm.testkit.Processes;
import io.github.reactorshm.testkit.RemoteEnd;
import io.github.reactorshm.testkit.Resources;
import io.github.reactorshm.testkit.Signals;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import static org.assertj.core.api.Assertions.assertThat;

/** How streams end: whatever happens, each side is told once. */
class EndingsTest {

    /** What ends a stream in its middle, and what each side must see of it. */
    enum Event {
        CANCEL(ShmCancelledException.class, null), COMPLETE(null, null), ERROR(IllegalStateException.class,
                ShmRemoteException.class), CLOSE_SINK(ShmCancelledException.class,
                        ShmPeerLostException.class), CLOSE_SOURCE(ShmCancelledException.class,
                                ShmCancelledException.class), EXIT_OF_CONSUMER(ShmPeerLostException.class,
                                        null), EXIT_OF_PRODUCER(null, ShmPeerLostException.class), KILL_CONSUMER(
                                                ShmPeerLostException.class,
                                                null), KILL_PRODUCER(null, ShmPeerLostException.class);

        final Class<? extends Throwable> sinkError;
        final Class<? extends Throwable> sourceError;

        Event(Class<? extends Throwable> sinkError, Class<? extends Throwable> sourceError) {
            this.sinkError = sinkError;
            this.sourceError = sourceError;
        }

        boolean endsProducer() {
            return this == EXIT_OF_PRODUCER || this == KILL_PRODUCER;
        }

        boolean endsConsumer() {
            return this == EXIT_OF_CONSUMER || this == KILL_CONSUMER;
        }
    }

    @RegisterExtension
    final Processes processes = new Processes();

    // ------------------------------------------------------------------ F8

    @Test
    void F8_eachSideIsToldOnce() {
        endInTheMiddle(1);
    }

    @Tag("storm")
    @Test
    void F8_storm() {
        endInTheMiddle(20);
    }

    private void endInTheMiddle(int times) {
        ChildJvm producer = processes.sink();
        ChildJvm consumer = processes.source();
        for (int i = 0; i < times; i++) {
            for (Event event : Event.values()) {
                producer = producer.isAlive() ? producer : processes.sink();
                consumer = consumer.isAlive() ? consumer : processes.source();
                endInTheMiddle(event, producer, consumer);
            }
        }
    }

    private void endInTheMiddle(Event event, ChildJvm producer, ChildJvm consumer) {
        List<RemoteEnd> sinks = new ArrayList<>();
        List<RemoteEnd> sources = new ArrayList<>();
        for (String kind : List.of("raw lossless", "decoded lossless", "process lossless", "raw latest", "raw group")) {
            String type = kind.substring(0, kind.indexOf(' '));
            String name = kind.replace(' ', '-');
            sinks.add(RemoteEnd.open(producer, name, processes.at(name) + "size=100000 varied=true via="
                    + (type.equals("decoded") ? "send" : "open")));
            sources.add(RemoteEnd.subscribe(consumer, name,
                    processes.at(name) + "type=" + type + " mode=" + kind.substring(type.length() + 1)));
        }
        sources.forEach(source -> source.await("received", 200));
        long start = System.nanoTime();
        end(event, producer, consumer, sinks, sources);
        if (!event.endsProducer()) {
            sinks.forEach(sink -> awaitEnd(event, sink));
        }
        if (!event.endsConsumer() && event != Event.CANCEL) {
            sources.forEach(source -> source.awaitEnd(Liveness.BOUND));
        }
        Liveness.print("F8", "%s: all were told after %d ms".formatted(event, Liveness.since(start).toMillis()));
        if (event == Event.KILL_PRODUCER) {
            processes.clean();
        }
        // When nothing is left of the streams, nothing can be signalled any more.
        processes.awaitNoneLeft(producer, consumer);
        if (!event.endsProducer()) {
            sinks.forEach(sink -> checkSink(event, sink));
        }
        if (!event.endsConsumer()) {
            sources.forEach(source -> checkSource(event, source));
        }
    }

    private static void end(Event event, ChildJvm producer, ChildJvm consumer, List<RemoteEnd> sinks,
            List<RemoteEnd> sources) {
        switch (event) {
            case CANCEL -> sources.forEach(source -> source.call("cancel"));
            case COMPLETE -> sinks.forEach(sink -> sink.call("complete"));
            case ERROR -> sinks.forEach(sink -> sink.call("fail"));
            case CLOSE_SINK -> sinks.forEach(sink -> sink.call("dispose"));
            case CLOSE_SOURCE -> sources.forEach(source -> source.call("dispose"));
            case EXIT_OF_CONSUMER -> {
                consumer.call("exit", new Options());
                assertThat(consumer.awaitExit()).isZero();
            }
            case EXIT_OF_PRODUCER -> {
                producer.call("exit", new Options());
                assertThat(producer.awaitExit()).isZero();
            }
            case KILL_CONSUMER -> consumer.kill();
            case KILL_PRODUCER -> producer.kill();
        }
    }

    /** A send that is cancelled signals nothing, as no Mono does. */
    private static boolean isSilent(Event event, Options sinkState) {
        return event == Event.CLOSE_SINK && !sinkState.has("free");
    }

    private static void awaitEnd(Event event, RemoteEnd sink) {
        if (isSilent(event, sink.state())) {
            sink.awaitCancelled();
        } else {
            sink.awaitEnd(Liveness.BOUND);
        }
    }

    private static void checkSink(Event event, RemoteEnd sink) {
        Signals seen = sink.signals();
        Options state = sink.state();
        boolean silent = isSilent(event, state);
        assertThat(seen.problem()).as("%s", event).isEmpty();
        assertThat(seen.terminals()).as("%s: %s", event, seen).isEqualTo(silent ? 0 : 1);
        if (!silent) {
            assertThat(seen.errorClass()).as("%s: %s", event, seen)
                    .isEqualTo(event.sinkError == null ? "" : event.sinkError.getName());
        }
        boolean byItself = event == Event.COMPLETE || event == Event.ERROR;
        assertThat(state.number("cancels")).as("%s: cancels of the upstream", event).isEqualTo(byItself ? 0 : 1);
    }

    private static void checkSource(Event event, RemoteEnd source) {
        Signals seen = source.signals();
        assertThat(seen.problem()).as("%s", event).isEmpty();
        assertThat(seen.terminals()).as("%s: %s", event, seen).isEqualTo(event == Event.CANCEL ? 0 : 1);
        assertThat(seen.errorClass()).as("%s: %s", event, seen)
                .isEqualTo(event.sourceError == null ? "" : event.sourceError.getName());
        if (event == Event.ERROR) {
            assertThat(seen.errorMessage()).contains(IllegalStateException.class.getName(), "the camera failed");
        }
    }

    // ------------------------------------------------------------------ C12

    @Test
    void C12_everyFrameAndTheCompletionOutliveTheProducer() {
        exitAfterCompletion(1);
    }

    @Tag("storm")
    @Test
    void C12_storm() {
        exitAfterCompletion(50);
    }

    private void exitAfterCompletion(int times) {
        ChildJvm consumer = processes.source();
        for (int i = 0; i < times; i++) {
            for (String how : List.of("exit", "exitElsewhere", "halt", "haltAtEnd")) {
                exitAfterCompletion(how, "demand=max", consumer);
                if (!how.equals("haltAtEnd")) {
                    // One that keeps frames, and asks for one after another, sees the producer go before it has all.
                    exitAfterCompletion(how, "demand=each hold=5", consumer);
                }
            }
        }
    }

    private void exitAfterCompletion(String how, String kind, ChildJvm consumer) {
        ChildJvm producer = processes.sink();
        RemoteEnd source = RemoteEnd.subscribe(consumer, "s", processes.at("camera") + kind);
        producer.tell("open", Options.parse(
                processes.at("camera") + "id=k slots=8 size=100000 varied=true frames=1000 after=" + how));
        assertThat(source.awaitEnd()).as("%s, %s", how, kind).isEqualTo(new Signals(1000, "", 1, 0, "", ""));
        assertThat(producer.awaitExit()).isZero();
        source.call("release");
        assertThat(source.signals().problem()).isEmpty();
        if (how.startsWith("halt")) {
            processes.clean();
        }
        assertThat(Resources.of(processes.directory()).files()).isEmpty();
    }
}
