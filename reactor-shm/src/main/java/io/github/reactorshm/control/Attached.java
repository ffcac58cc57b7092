package io.github.reactorshm.control;

import java.nio.channels.SocketChannel;

import io.github.reactorshm.layout.SubscriptionControl;

/**
 * What a consumer has once it is attached.
 *
 * @param socket the control socket, non-blocking
 * @param pool the pool, mapped read-only
 * @param file the subscription's control file, mapped
 * @param control its words
 */
public record Attached(SocketChannel socket, PoolView pool, MappedFile file, SubscriptionControl control) {}
