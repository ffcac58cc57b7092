package io.github.reactorshm.cli;

import java.io.Console;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Consumer;

import io.github.reactorshm.control.BaseDirectory;
import io.github.reactorshm.control.ChannelName;
import io.github.reactorshm.control.ChannelWatch;
import io.github.reactorshm.control.SeenChannel;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** {@code reactor-shm show NAME}. */
@Command(name = "show", mixinStandardHelpOptions = true, description = "Shows a channel: its slots, its subscriptions, what they hold, and how fast they are.")
final class ShowCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Mixin
    private CommonOptions options;

    @Parameters(paramLabel = "NAME", description = "The channel's name.")
    private String name;

    @Option(names = "--watch", description = "Refresh until the channel ends.")
    private boolean watch;

    @Option(names = "--interval", paramLabel = "MS", defaultValue = "500", description = "Milliseconds over which rates are measured, and between refreshes (default: ${DEFAULT-VALUE}); figures are"
            + " written every 250. 0: no rates.")
    private long interval;

    @Override
    public Integer call() {
        if (!ChannelName.isValid(name)) {
            throw new ParameterException(spec.commandLine(), "'" + Texts.foreign(name) + "' is no channel's name");
        }
        if (interval < 0 || (watch && interval == 0)) {
            throw new ParameterException(spec.commandLine(), "--interval must be more than 0, or 0 without --watch");
        }
        BaseDirectory base = options.base();
        ChannelWatch channels = new ChannelWatch(base);
        SeenChannel first = channels.find(name);
        if (first == null) {
            throw new FailedException("there is no channel '" + name + "' in " + base.path()
                    + "; `reactor-shm list` shows those that there are");
        }
        if (watch) {
            watch(channels, first);
        } else {
            System.out.print(text(once(channels, first)));
        }
        return ExitCode.OK;
    }

    private ChannelReport once(ChannelWatch channels, SeenChannel first) {
        if (interval == 0 || first.state() != SeenChannel.State.ALIVE) {
            return ChannelReport.of(first, null);
        }
        Mono.delay(Duration.ofMillis(interval)).block();
        SeenChannel second = channels.find(name);
        return second == null ? ChannelReport.of(first, null) : ChannelReport.of(second, first);
    }

    private void watch(ChannelWatch channels, SeenChannel first) {
        // One document a line is what programs take.
        Consumer<String> screen = options.json() ? System.out::print : new Screen(System.out, onTerminal())::show;
        screen.accept(text(ChannelReport.of(first, null)));
        if (first.state() == SeenChannel.State.DEAD) {
            return;
        }
        Looks looks = new Looks(first);
        Flux.interval(Duration.ofMillis(interval), Schedulers.boundedElastic()).onBackpressureDrop()
                .concatMap(tick -> Mono.fromCallable(() -> Optional.ofNullable(channels.find(name))), 1)
                .takeWhile(Optional::isPresent).map(Optional::get)
                .takeUntil(seen -> seen.state() == SeenChannel.State.DEAD)
                .doOnNext(seen -> screen.accept(text(looks.next(seen)))).blockLast();
        if (!options.json()) {
            System.out.println("\nthe channel has ended");
        }
    }

    // From JDK 22 to 24 it was never null; with the console of JDK 25 it is, where there is no terminal.
    @SuppressWarnings("SystemConsoleNull")
    private static boolean onTerminal() {
        Console console = System.console();
        return console != null && console.isTerminal();
    }

    private String text(ChannelReport report) {
        if (options.json()) {
            return (watch ? Json.line(report) : Json.document(report)) + System.lineSeparator();
        }
        return report.text();
    }

    /** Rates are those between two writings of the figures, which may be further apart than two looks. */
    private static final class Looks {

        private SeenChannel last;
        private @Nullable SeenChannel before;

        Looks(SeenChannel first) {
            last = first;
        }

        ChannelReport next(SeenChannel seen) {
            if (written(seen) != written(last)) {
                before = last;
            }
            last = seen;
            return ChannelReport.of(seen, before);
        }

        private static long written(SeenChannel seen) {
            return seen.stats() == null ? 0 : seen.stats().writtenNanos();
        }
    }
}
