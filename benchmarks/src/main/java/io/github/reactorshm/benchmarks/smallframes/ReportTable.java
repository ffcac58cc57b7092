package io.github.reactorshm.benchmarks.smallframes;

import java.util.Locale;

/** The measured pairs for a person. */
final class ReportTable {

    private ReportTable() {}

    static String of(Report report) {
        StringBuilder table = new StringBuilder(String.format(Locale.ROOT,
                "%8s %16s %16s %8s %12s %12s %12s%n", "pair", "bare frames/s",
                "channel frames/s", "ratio", "age p50 µs", "p99 µs", "max µs"));
        for (Pair pair : report.rounds()) {
            table.append(line(String.valueOf(pair.pair()), pair.bare().framesPerSecond(),
                    pair.channel().framesPerSecond(), pair.ratio(), pair.channel().ageMicros()));
        }
        Report.Summary all = report.summary();
        return table.append(line("median", Math.round(all.bareFramesPerSecond().median()),
                Math.round(all.channelFramesPerSecond().median()),
                all.ratio().median(), all.channelAgeMicros())).toString();
    }

    private static String line(String name, long bare, long channel, double ratio, Percentiles age) {
        return String.format(Locale.ROOT, "%8s %,16d %,16d %8.3f %12.1f %12.1f %12.1f%n", name, bare, channel, ratio,
                age.p50(), age.p99(), age.max());
    }
}
