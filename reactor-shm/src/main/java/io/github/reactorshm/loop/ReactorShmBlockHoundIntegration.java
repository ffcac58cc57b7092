package io.github.reactorshm.loop;

import reactor.blockhound.BlockHound;
import reactor.blockhound.integration.BlockHoundIntegration;

/**
 * Tells BlockHound where a loop may wait: in its one waiting method and in its one spinning method, and nowhere else.
 * BlockHound finds it by itself when it is installed; the library does not need BlockHound.
 */
public final class ReactorShmBlockHoundIntegration implements BlockHoundIntegration {

    /** Called by the service loader. */
    public ReactorShmBlockHoundIntegration() {}

    @Override
    public void applyTo(BlockHound.Builder builder) {
        String thread = "io.github.reactorshm.loop.LoopThread";
        builder.allowBlockingCallsInside(thread, "await").allowBlockingCallsInside(thread, "pause");
    }
}
