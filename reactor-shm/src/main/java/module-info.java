/**
 * Reactive Streams between JVMs of one host: a {@code Flux} of one JVM goes on in another one, over a bounded pool of
 * slots in shared memory.
 */
// Reactor and Reactive Streams are automatic modules.
@SuppressWarnings({"requires-automatic", "requires-transitive-automatic"}) module io.github.reactorshm {
    requires transitive reactor.core;
    requires transitive org.reactivestreams;
    requires static transitive org.jspecify;
    requires jdk.net;

    requires static reactor.blockhound;
    requires static transitive micrometer.core;

    exports io.github.reactorshm;
    exports io.github.reactorshm.codec;
    exports io.github.reactorshm.error;
    exports io.github.reactorshm.micrometer;

    provides reactor.blockhound.integration.BlockHoundIntegration
            with io.github.reactorshm.loop.ReactorShmBlockHoundIntegration;
}
