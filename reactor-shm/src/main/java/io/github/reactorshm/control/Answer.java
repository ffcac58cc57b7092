package io.github.reactorshm.control;

/** What a producer answers to a {@link Hello}. */
public sealed interface Answer permits Welcome, Refused {}
