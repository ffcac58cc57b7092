package io.github.reactorshm.benchmarks.smallframes;

import io.github.reactorshm.benchmarks.support.Json;

/**
 * A round through the bare rings and the one through the channel right after it.
 *
 * @param pair its number, from 1
 * @param bare the first round
 * @param channel the second round
 * @param ratio the channel's rate by the bare rings' rate
 */
record Pair(int pair, BareRound bare, ChannelRound channel, double ratio) {

    static Pair of(int number, BareRound bare, ChannelRound channel) {
        return new Pair(number, bare, channel,
                Json.rounded((double) channel.framesPerSecond() / bare.framesPerSecond()));
    }
}
