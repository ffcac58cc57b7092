package io.github.reactorshm.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;

import io.github.reactorshm.testkit.ChildJvm;
import io.github.reactorshm.testkit.Options;
import io.github.reactorshm.testkit.ReadyChildren;
import io.github.reactorshm.testkit.RemoteEnd;
import io.github.reactorshm.testkit.Usage;

/**
 * One channel for a long time: a producer, a lossless consumer, a viewer of the latest frame and a member of a group that stay, while
 * subscriptions in all modes come and go in one process more, and whole processes with subscriptions in all modes are killed.
 */
final class Soak {

    private static final Duration STEP = Duration.ofMillis(250);
    private static final int MOST_GUESTS = 6;
    private static final int STEPS_TO_A_KILL = 12;
    private static final List<String> MODES = List.of("mode=lossless", "mode=latest", "mode=latest replay=true",
            "mode=group group=workers", "mode=lossless type=decoded", "mode=latest type=process");

    private final String at;
    private final Path directory;
    private final RemoteEnd sink;
    private final ChildJvm host;
    private final ReadyChildren spare;
    private final Map<String, ChildJvm> staying = new LinkedHashMap<>();
    private final Map<String, RemoteEnd> steady = new LinkedHashMap<>();
    private final Deque<RemoteEnd> guests = new ArrayDeque<>();
    private final Deque<String> names = new ArrayDeque<>();
    private final SplittableRandom random;
    private ChildJvm victim;
    private long steps;
    private long came;
    private long left;
    private long killed;

    Soak(String at, Path directory, ChildJvm producer, ChildJvm consumers, ChildJvm host, ReadyChildren spare,
            long seed) {
        this.at = at;
        this.directory = directory;
        this.host = host;
        this.spare = spare;
        this.random = new SplittableRandom(seed);
        sink = RemoteEnd.open(producer, "sink", at + "slots=32 size=100000 varied=true keepOpen=true gapMillis=1");
        steady.put("lossless", RemoteEnd.subscribe(consumers, "lossless", at + "mode=lossless hold=2"));
        steady.put("latest", RemoteEnd.subscribe(consumers, "latest", at + "mode=latest demand=each"));
        steady.put("group", RemoteEnd.subscribe(consumers, "group", at + "mode=group group=workers hold=1"));
        staying.put("producer", producer);
        staying.put("consumers", consumers);
        staying.put("guests", host);
        victim = newVictim();
    }

    private ChildJvm newVictim() {
        ChildJvm child = spare.take();
        for (int i = 0; i < MODES.size(); i++) {
            RemoteEnd.subscribe(child, "v" + i, at + MODES.get(i) + (MODES.get(i).contains("type") ? "" : " hold=1"));
            came++;
        }
        return child;
    }

    /** Lets subscriptions come, go and die for a while. */
    void churn(Duration time) {
        long end = System.nanoTime() + time.toNanos();
        while (System.nanoTime() < end) {
            Liveness.pass(STEP);
            steps++;
            if (guests.size() < MOST_GUESTS && random.nextBoolean()) {
                arrive();
            } else if (!guests.isEmpty()) {
                depart();
            }
            if (steps % STEPS_TO_A_KILL == 0) {
                victim.killLater();
                victim.awaitExit();
                victim.close();
                killed += MODES.size();
                victim = newVictim();
            }
        }
    }

    private void arrive() {
        String name = "guest" + came++;
        guests.add(RemoteEnd.subscribe(host, name, at + MODES.get(random.nextInt(MODES.size()))));
        names.add(name);
    }

    private void depart() {
        guests.remove().call("cancel");
        host.call("forget", new Options().with("id", names.remove()));
        left++;
    }

    /** Nobody but those who stay and one that will be killed, and every slot given back that can be. */
    void quieten() {
        while (!guests.isEmpty()) {
            depart();
        }
        Liveness.until("the guests have gone",
                () -> sink.state().number("subscriptions") == steady.size() + MODES.size());
    }

    /** What those who stay use. */
    Map<String, Usage> usage() {
        Map<String, Usage> usage = new LinkedHashMap<>();
        staying.forEach(
                (name, child) -> usage.put(name, Usage.parse(Options.parse(child.call("usage", new Options())))));
        return usage;
    }

    /** Bytes of the files of the base directory. */
    long sharedMemory() {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(Files::isRegularFile).mapToLong(file -> file.toFile().length()).sum();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Kills the last one and ends the stream. */
    void end() {
        victim.killLater();
        victim.awaitExit();
        victim.close();
        sink.call("complete");
    }

    RemoteEnd sink() {
        return sink;
    }

    Map<String, RemoteEnd> steady() {
        return steady;
    }

    String events() {
        return came + " subscriptions came, " + left + " left, " + killed + " were killed in "
                + killed / MODES.size() + " processes";
    }
}
