package io.github.reactorshm.discard;

import java.util.EnumMap;
import java.util.Map;
import java.util.function.BiFunction;

import reactor.core.publisher.Flux;

/**
 * An operator, or a few, upon a source, and what it does with raw frames whose subscriber closes every frame that it gets and has a
 * discard hook, {@code doOnDiscard(ShmFrame.class, ShmFrame::close)}.
 *
 * @param name its row's head in the README
 * @param attachments how many subscriptions of the channel it makes at once
 * @param goesOn whether it may go on after the source's end, so that only a cancel ends it
 * @param missesCancel whether it may miss a cancel, and stay subscribed
 * @param loses what becomes of raw frames
 * @param operators the operators
 */
record Chain(String name, int attachments, boolean goesOn, boolean missesCancel, Map<Ending, Loses> loses,
        BiFunction<Flux<Object>, Scene, Flux<?>> operators) {

    static Chain of(String name, BiFunction<Flux<Object>, Scene, Flux<?>> operators) {
        return new Chain(name, 1, false, false, Map.of(), operators);
    }

    Chain attaching(int times) {
        return new Chain(name, times, goesOn, missesCancel, loses, operators);
    }

    Chain goingOn() {
        return new Chain(name, attachments, true, missesCancel, loses, operators);
    }

    Chain missingCancels() {
        return new Chain(name, attachments, goesOn, true, loses, operators);
    }

    Chain losing(Loses howOften, Ending... endings) {
        Map<Ending, Loses> more = new EnumMap<>(Ending.class);
        more.putAll(loses);
        for (Ending ending : endings) {
            more.put(ending, howOften);
        }
        return new Chain(name, attachments, goesOn, missesCancel, more, operators);
    }

    Loses loses(Ending ending) {
        return loses.getOrDefault(ending, Loses.NEVER);
    }

    @Override
    public String toString() {
        return name;
    }
}
