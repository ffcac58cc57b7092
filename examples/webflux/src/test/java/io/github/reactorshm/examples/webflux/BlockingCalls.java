package io.github.reactorshm.examples.webflux;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

import reactor.blockhound.BlockHound;
import reactor.blockhound.BlockingOperationError;
import reactor.blockhound.integration.BlockHoundIntegration;

/** Every blocking call on a thread that must not block, also those whose error an operator swallows. */
final class BlockingCalls {

    private static final int DEPTH = 30;
    private static final Queue<String> CAUGHT = new ConcurrentLinkedQueue<>();

    static {
        BlockHound.install((BlockHoundIntegration) builder -> builder.blockingMethodCallback(method -> {
            BlockingOperationError error = new BlockingOperationError(method);
            StackTraceElement[] stack = error.getStackTrace();
            CAUGHT.add(method + " on " + Thread.currentThread().getName() + " at "
                    + List.of(stack).subList(0, Math.min(DEPTH, stack.length)));
            throw error;
        }));
    }

    private BlockingCalls() {}

    /** From now on they are seen; what came before is forgotten. */
    static void watch() {
        CAUGHT.clear();
    }

    static List<String> caught() {
        return List.copyOf(CAUGHT);
    }
}
