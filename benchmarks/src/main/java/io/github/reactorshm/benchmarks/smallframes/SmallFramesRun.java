package io.github.reactorshm.benchmarks.smallframes;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import io.github.reactorshm.benchmarks.support.Console;
import io.github.reactorshm.benchmarks.support.MachineFacts;

/** Alternates rounds through the bare rings and through the channel, between the same two processes. */
final class SmallFramesRun {

    private final Report.Parameters parameters;
    private final Production production;
    private final Ages ages = new Ages();

    SmallFramesRun(Report.Parameters parameters, Production production) {
        this.parameters = parameters;
        this.production = production;
    }

    Report run() throws IOException {
        MachineFacts machine = MachineFacts.read();
        List<Pair> warmup = pairs("warm-up", parameters.warmupPairs(), false);
        List<Pair> measured = pairs("pair", parameters.pairs(), true);
        return new Report(SmallFramesCommand.NAME, machine, parameters, warmup, measured,
                Report.Summary.of(measured, ages));
    }

    private List<Pair> pairs(String what, int count, boolean measured) throws IOException {
        List<Pair> pairs = new ArrayList<>();
        for (int number = 1; number <= count; number++) {
            BareRound bare = BareRound.of(round(Medium.BARE));
            Receipt receipt = round(Medium.CHANNEL);
            if (measured) {
                ages.add(Ages.decode(receipt.ages()));
            }
            Pair pair = Pair.of(number, bare, ChannelRound.of(receipt));
            pairs.add(pair);
            Console.say(SmallFramesCommand.NAME,
                    String.format(Locale.ROOT, "%s %d of %d: bare rings %,d frames/s, channel %,d frames/s, ratio %.3f",
                            what, number, count, pair.bare().framesPerSecond(), pair.channel().framesPerSecond(),
                            pair.ratio()));
        }
        return pairs;
    }

    private Receipt round(Medium medium) throws IOException {
        return production.run(new Order(medium, parameters.slots(), parameters.frames()));
    }
}
