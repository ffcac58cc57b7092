package io.github.reactorshm.tck.harness;

import io.github.reactorshm.error.ShmRemoteException;
import io.github.reactorshm.testkit.Options;
import org.reactivestreams.Subscriber;

/** One signal on its way from the other JVM, as a line. */
final class Signal {

    private static final String NEXT = "next";
    private static final String COMPLETE = "complete";
    private static final String REMOTE_ERROR = "remoteError";
    private static final String OTHER_ERROR = "otherError";

    private final Options options;

    private Signal(Options options) {
        this.options = options;
    }

    private static Options kind(String kind) {
        return new Options().with("kind", kind);
    }

    static Signal next(long element) {
        return new Signal(kind(NEXT).with("element", element));
    }

    static Signal complete() {
        return new Signal(kind(COMPLETE));
    }

    static Signal error(Throwable t) {
        return new Signal(t instanceof ShmRemoteException remote
                ? kind(REMOTE_ERROR).with("class", remote.getRemoteClassName()).with("message",
                        remote.getRemoteMessage())
                : kind(OTHER_ERROR).with("text", t));
    }

    static Signal parse(String line) {
        return new Signal(Options.parse(line));
    }

    boolean isTerminal() {
        return !options.text("kind").equals(NEXT);
    }

    /** Passes the signal on as it came out of the channel in the other JVM. */
    void send(String channel, Subscriber<? super Long> receiver) {
        switch (options.text("kind")) {
            case NEXT -> receiver.onNext(options.number("element"));
            case COMPLETE -> receiver.onComplete();
            case REMOTE_ERROR -> receiver
                    .onError(new ShmRemoteException(channel, options.text("class"), options.text("message")));
            default -> receiver.onError(new AssertionError("in the other JVM: " + options.text("text")));
        }
    }

    @Override
    public String toString() {
        return options.toString();
    }
}
