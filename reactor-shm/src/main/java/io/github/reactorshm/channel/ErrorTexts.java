package io.github.reactorshm.channel;

import java.nio.file.Path;
import java.time.Duration;

import io.github.reactorshm.control.Nanos;
import io.github.reactorshm.error.ShmDemandTimeoutException;
import io.github.reactorshm.error.ShmException;
import io.github.reactorshm.error.ShmFileException;
import io.github.reactorshm.error.ShmProtocolException;
import io.github.reactorshm.error.ShmRemoteException;
import io.github.reactorshm.error.ShmStallTimeoutException;
import io.github.reactorshm.layout.ErrorText;

/** Errors as they cross from the producer to a consumer, and back to types. */
final class ErrorTexts {

    private ErrorTexts() {}

    /** What an access to shared memory threw, as a user sees it. */
    static ShmException ofAccess(Path directory, Throwable error) {
        if (error instanceof ShmException shm) {
            return shm;
        }
        return new ShmFileException(directory, error instanceof InternalError
                ? "the channel's shared memory could not be accessed: was a file truncated?"
                : "the channel failed on an unexpected error", error);
    }

    static ErrorText of(Throwable error) {
        String message = error.getMessage() == null ? "" : error.getMessage();
        return switch (error) {
            case ShmDemandTimeoutException e -> new ErrorText(ErrorText.CODE_DEMAND_TIMEOUT, Nanos.of(e.getTimeout()),
                    e.getClass().getName(), message);
            case ShmStallTimeoutException e -> new ErrorText(ErrorText.CODE_STALL_TIMEOUT, 0, e.getClass().getName(),
                    message);
            default -> new ErrorText(ErrorText.CODE_REMOTE, 0, error.getClass().getName(), message);
        };
    }

    static ShmException toException(String channel, ErrorText text) {
        return switch (text.code()) {
            case ErrorText.CODE_DEMAND_TIMEOUT -> new ShmDemandTimeoutException(channel,
                    Duration.ofNanos(Math.max(0, text.detail())));
            case ErrorText.CODE_STALL_TIMEOUT -> new ShmStallTimeoutException(channel, bare(channel, text.message()));
            case ErrorText.CODE_PROTOCOL -> new ShmProtocolException(channel, bare(channel, text.message()));
            default -> new ShmRemoteException(channel, text.className(),
                    text.message().isEmpty() ? null : text.message());
        };
    }

    /** The message without the channel's name, which the exception puts in front of it again. */
    private static String bare(String channel, String message) {
        String name = "channel '" + channel + "': ";
        return message.startsWith(name) ? message.substring(name.length()) : message;
    }
}
