package io.github.reactorshm.testkit;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

import io.github.reactorshm.ShmFrames;
import io.github.reactorshm.ShmSource;
import io.github.reactorshm.ShmSourceBuilder;
import io.github.reactorshm.error.ShmException;
import org.reactivestreams.Publisher;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import reactor.util.retry.Retry;

/** The consumer's role: subscribes as it is told. Its main method makes it a child's; a test may also play it itself. */
public final class SourceRole {

    private SourceRole() {}

    /**
     * A child's life.
     *
     * @param args none
     */
    public static void main(String[] args) {
        Map<String, SourceProbe> probes = new ConcurrentHashMap<>();
        Map<String, Disposable> sources = new ConcurrentHashMap<>();
        ChildConsole console = new ChildConsole();
        console.verb("subscribe", options -> {
            SourceProbe probe = new SourceProbe(options);
            probes.put(options.text("id"), probe);
            flux(options, source -> sources.put(options.text("id"), source)).subscribe(probe);
            return "";
        });
        console.verb("dispose", options -> {
            sources.get(options.text("id")).dispose();
            return "";
        });
        console.verb("request", options -> {
            find(probes, options).request(options.number("n"));
            return "";
        });
        console.verb("cancel", options -> {
            find(probes, options).cancel();
            return "";
        });
        console.verb("forget", options -> {
            probes.remove(options.text("id"));
            sources.remove(options.text("id"));
            return "";
        });
        console.verb("release", options -> {
            find(probes, options).release();
            return "";
        });
        console.verb("block", options -> {
            find(probes, options).block();
            return "";
        });
        console.verb("unblock", options -> {
            find(probes, options).unblock();
            return "";
        });
        console.verb("state", options -> find(probes, options).state().toString());
        console.later("received", options -> find(probes, options).received(options.number("n")));
        console.later("end", options -> find(probes, options).end().thenApply(s -> s.toOptions().toString()));
        console.run();
    }

    private static SourceProbe find(Map<String, SourceProbe> probes, Options options) {
        SourceProbe probe = probes.get(options.text("id"));
        if (probe == null) {
            throw new IllegalArgumentException("no subscription " + options);
        }
        return probe;
    }

    /**
     * A source with what is built upon it.
     *
     * @param options {@code channel}, {@code directory}; {@code type}: {@code raw} (the default), {@code decoded} or
     *        {@code process}; {@code concurrency} of the last; {@code mode}: {@code lossless} (the default), {@code latest}, with
     *        {@code replay} of the newest, or {@code group}, called {@code group}; {@code connectTimeoutMillis}; {@code timeoutMillis} of Reactor's
     *        {@code timeout} between two elements; {@code retry}
     * @return the flux: of frames, or of checked numbers
     */
    public static Flux<?> flux(Options options) {
        return flux(options, source -> {});
    }

    private static Flux<?> flux(Options options, Consumer<Disposable> made) {
        ShmSourceBuilder<?> builder = ShmSource.channel(options.text("channel"))
                .baseDirectory(Path.of(options.text("directory")));
        builder = switch (options.text("mode", "lossless")) {
            case "latest" -> options.is("replay") ? builder.replayLatest() : builder.latest();
            case "group" -> builder.group(options.text("group", "workers"));
            default -> builder;
        };
        if (options.has("connectTimeoutMillis")) {
            builder = builder.connectTimeout(Duration.ofMillis(options.number("connectTimeoutMillis")));
        }
        Flux<?> flux = Flux.from(elements(builder, options, made));
        if (options.has("timeoutMillis")) {
            Duration between = Duration.ofMillis(options.number("timeoutMillis"));
            flux = flux.timeout(Mono.never(), element -> Mono.delay(between));
        }
        if (options.is("retry")) {
            flux = flux.retryWhen(Retry.fixedDelay(Long.MAX_VALUE, Duration.ofMillis(50))
                    .filter(e -> e instanceof ShmException shm && shm.isRetryable()));
        }
        return flux;
    }

    private static Publisher<?> elements(ShmSourceBuilder<?> builder, Options options, Consumer<Disposable> made) {
        String type = options.text("type", "raw");
        if (type.equals("decoded")) {
            ShmSource<Long> source = builder.codec(Payloads.varied(0, 1)).build();
            made.accept(source);
            return source;
        }
        ShmFrames frames = builder.frames();
        made.accept(frames);
        return switch (type) {
            case "raw" -> frames;
            case "process" -> frames.process(Schedulers.parallel(), options.whole("concurrency", 2), Payloads::check);
            default -> throw new IllegalArgumentException("no such type: " + options);
        };
    }
}
