package io.github.reactorshm.discard;

import java.time.Duration;
import java.util.List;
import java.util.function.Function;

import io.github.reactorshm.ShmFrame;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import static io.github.reactorshm.discard.Ending.BUSY;
import static io.github.reactorshm.discard.Ending.CANCEL;
import static io.github.reactorshm.discard.Ending.DEATH;
import static io.github.reactorshm.discard.Ending.DISPOSE;
import static io.github.reactorshm.discard.Ending.ERROR;
import static io.github.reactorshm.discard.Loses.ALWAYS;
import static io.github.reactorshm.discard.Loses.OFTEN;
import static io.github.reactorshm.discard.Loses.SOMETIMES;

/** The table: what Reactor does with raw frames is {@code losing(how often, at which endings)}; it loses none at the others. */
final class Chains {

    private static final Duration SOON = Duration.ofMillis(1);

    private Chains() {}

    /** The operators, in the order in which the README has them. */
    static final List<Chain> ALL = List.of(
            Chain.of("`map` that closes, then `publishOn`", (source, scene) -> source.map(Chains::closed)
                    .publishOn(scene.scheduler())),
            Chain.of("`publishOn`", (source, scene) -> source.publishOn(scene.scheduler()))
                    .losing(SOMETIMES, CANCEL)
                    .losing(ALWAYS, BUSY),
            Chain.of("`flatMap`", (source, scene) -> source.flatMap(v -> later(v, scene)))
                    .losing(SOMETIMES, CANCEL, DEATH)
                    .losing(OFTEN, DISPOSE, ERROR)
                    .losing(ALWAYS, BUSY),
            Chain.of("`concatMap`", (source, scene) -> source.concatMap(v -> later(v, scene)))
                    .losing(SOMETIMES, DEATH)
                    .losing(OFTEN, CANCEL, ERROR)
                    .losing(ALWAYS, BUSY),
            Chain.of("`flatMapSequential`", (source, scene) -> source.flatMapSequential(v -> later(v, scene)))
                    .losing(SOMETIMES, DEATH)
                    .losing(OFTEN, CANCEL, ERROR)
                    .losing(ALWAYS, BUSY, DISPOSE),
            Chain.of("`switchMap`", (source, scene) -> source.switchMap(v -> later(v, scene)))
                    .losing(OFTEN, CANCEL, DISPOSE, ERROR, DEATH)
                    .losing(ALWAYS, BUSY),
            Chain.of("`parallel().runOn`", (source, scene) -> source.parallel(2).runOn(scene.scheduler()).sequential())
                    .losing(SOMETIMES, DEATH)
                    .losing(OFTEN, CANCEL, DISPOSE, ERROR)
                    .losing(ALWAYS, BUSY),
            Chain.of("`zip`", (source, scene) -> Flux.zip(source, source)).attaching(2)
                    .losing(SOMETIMES, CANCEL),
            Chain.of("`buffer`", (source, scene) -> source.buffer(2))
                    .losing(SOMETIMES, CANCEL),
            Chain.of("`bufferTimeout`", (source, scene) -> source.bufferTimeout(2, SOON, scene.scheduler()))
                    .losing(SOMETIMES, CANCEL),
            Chain.of("`window`, then `flatMap`", (source, scene) -> source.window(2).flatMap(Function.identity()))
                    .losing(SOMETIMES, CANCEL),
            Chain.of("`groupBy`, then `flatMap`", (source, scene) -> source.groupBy(v -> scene.count() % 2)
                    .flatMap(Function.identity())).missingCancels()
                    .losing(OFTEN, CANCEL),
            Chain.of("`take`", (source, scene) -> source.take(3)),
            Chain.of("`takeUntilOther`", (source, scene) -> source.takeUntilOther(scene.trigger()))
                    .losing(SOMETIMES, CANCEL, ERROR, DEATH),
            Chain.of("`timeout`", (source, scene) -> source.timeout(Mono.never(), v -> scene.trigger()))
                    .losing(SOMETIMES, CANCEL, ERROR, DEATH),
            Chain.of("`retry`", Chains::retried).goingOn(),
            Chain.of("`repeat`", (source, scene) -> source.take(2).repeat()).goingOn(),
            Chain.of("`share`", (source, scene) -> source.share()).missingCancels()
                    .losing(SOMETIMES, ERROR, DEATH)
                    .losing(OFTEN, CANCEL)
                    .losing(ALWAYS, BUSY),
            Chain.of("`replay`", (source, scene) -> source.replay(2).refCount())
                    .losing(OFTEN, CANCEL)
                    .losing(ALWAYS, BUSY),
            Chain.of("`onBackpressureBuffer`", (source, scene) -> source.onBackpressureBuffer()),
            Chain.of("`onBackpressureDrop`", (source, scene) -> source.onBackpressureDrop()),
            Chain.of("`onBackpressureLatest`", (source, scene) -> source.onBackpressureLatest())
                    .losing(SOMETIMES, CANCEL, ERROR, DEATH),
            Chain.of("`sample`", (source, scene) -> source.sample(SOON))
                    .losing(SOMETIMES, DISPOSE)
                    .losing(OFTEN, CANCEL, BUSY, ERROR, DEATH),
            Chain.of("`filter`", (source, scene) -> source.filter(v -> scene.count() % 2 == 0)),
            Chain.of("`map` that throws", (source, scene) -> source.map(v -> secondThrows(v, scene)))
                    .losing(OFTEN, CANCEL, DEATH)
                    .losing(ALWAYS, BUSY, ERROR),
            Chain.of("`doOnNext` that throws", (source, scene) -> source.doOnNext(v -> secondThrows(v, scene)))
                    .losing(OFTEN, CANCEL, DEATH)
                    .losing(ALWAYS, BUSY, ERROR));

    static Chain named(String name) {
        return ALL.stream().filter(chain -> chain.name().equals("`" + name + "`")).findFirst().orElseThrow();
    }

    private static Object closed(Object element) {
        if (element instanceof ShmFrame frame) {
            frame.close();
            return frame.sequence();
        }
        return element;
    }

    private static Mono<Object> later(Object element, Scene scene) {
        return Mono.just(element).subscribeOn(scene.scheduler());
    }

    private static Flux<?> retried(Flux<Object> source, Scene scene) {
        return Flux.defer(() -> scene.count() == 1
                ? source.take(2).concatWith(Mono.error(new Scene.Thrown()))
                : source).retry(1);
    }

    private static Object secondThrows(Object element, Scene scene) {
        if (scene.count() == 2) {
            throw new Scene.Thrown();
        }
        return element;
    }
}
