package io.github.reactorshm.loop;

import reactor.blockhound.BlockHound;
import reactor.blockhound.integration.BlockHoundIntegration;

/**
 * Tells BlockHound where the library's threads may wait, and nowhere else: a loop in its one waiting and in its one spinning
 * method, and the control thread where it hands a job to threads that may block, whose pool has a lock that is held for
 * moments. BlockHound finds it by itself when it is installed; the library does not need BlockHound.
 */
public final class ReactorShmBlockHoundIntegration implements BlockHoundIntegration {

    /** Called by the service loader. */
    public ReactorShmBlockHoundIntegration() {}

    @Override
    public void applyTo(BlockHound.Builder builder) {
        String thread = "io.github.reactorshm.loop.LoopThread";
        builder.allowBlockingCallsInside(thread, "await").allowBlockingCallsInside(thread, "pause");
        String control = "io.github.reactorshm.control.";
        builder.allowBlockingCallsInside(control + "FileThreads", "execute")
                .allowBlockingCallsInside(control + "CallbackThreads", "execute");
    }
}
