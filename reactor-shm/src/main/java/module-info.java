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

    requires static transitive io.netty.buffer;
    requires static transitive io.netty.common;
    requires static io.netty.transport;
    requires static reactor.netty.core;
    requires static reactor.netty.http;
    requires static transitive spring.beans;
    requires static transitive spring.boot;
    requires static transitive spring.boot.autoconfigure;
    requires static transitive spring.boot.health;
    requires static transitive spring.boot.http.codec;
    requires static transitive spring.context;
    requires static transitive spring.core;
    requires static transitive spring.web;

    exports io.github.reactorshm;
    exports io.github.reactorshm.codec;
    exports io.github.reactorshm.error;
    exports io.github.reactorshm.spring;
    exports io.github.reactorshm.micrometer;

    provides reactor.blockhound.integration.BlockHoundIntegration
            with io.github.reactorshm.loop.ReactorShmBlockHoundIntegration;
}
