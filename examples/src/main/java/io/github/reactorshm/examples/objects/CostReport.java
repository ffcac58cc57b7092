package io.github.reactorshm.examples.objects;

import io.github.reactorshm.examples.program.Json;

/**
 * What the codecs have cost in one run.
 *
 * @param callsPerSample calls in a row that are timed together, once for each frame
 * @param record a detection through the record codec
 * @param kryo the same detection through Kryo
 * @param kryoScene a scene, which the record codec cannot carry, through Kryo
 * @param encodeRatio median of Kryo's encoding of a detection by that of the record codec
 * @param decodeRatio the same of decoding
 */
record CostReport(int callsPerSample, Cost record, Cost kryo, Cost kryoScene, double encodeRatio, double decodeRatio) {

    static CostReport of(Cost record, Cost kryo, Cost kryoScene) {
        return new CostReport(TimedCodec.CALLS, record, kryo, kryoScene,
                Json.rounded(kryo.encodeNanos().p50() / record.encodeNanos().p50()),
                Json.rounded(kryo.decodeNanos().p50() / record.decodeNanos().p50()));
    }
}
