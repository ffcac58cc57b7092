package io.github.reactorshm.testkit;

import java.util.Objects;

import org.jspecify.annotations.Nullable;

/**
 * What a subscriber in either role has seen.
 *
 * @param received elements
 * @param problem the first thing that was wrong: a byte, an order, a signal; empty if nothing was
 * @param completions onComplete signals
 * @param errors onError signals
 * @param errorClass the class of the error, empty if there was none
 * @param errorMessage its message
 */
public record Signals(long received, String problem, int completions, int errors, String errorClass,
        String errorMessage) {

    static Signals of(long received, String problem, int completions, int errors, @Nullable Throwable error) {
        return new Signals(received, problem, completions, errors, error == null ? "" : error.getClass().getName(),
                error == null ? "" : Objects.toString(error.getMessage(), ""));
    }

    public int terminals() {
        return completions + errors;
    }

    /**
     * Whether the error is of a class.
     *
     * @param type the class
     * @return true if it is exactly that
     */
    public boolean failedWith(Class<? extends Throwable> type) {
        return errorClass.equals(type.getName());
    }

    Options toOptions() {
        return new Options().with("received", received).with("problem", problem).with("completions", completions)
                .with("errors", errors).with("errorClass", errorClass).with("errorMessage", errorMessage);
    }

    static Signals parse(Options options) {
        return new Signals(options.number("received"), options.text("problem"),
                options.whole("completions", 0), options.whole("errors", 0), options.text("errorClass"),
                options.text("errorMessage"));
    }
}
