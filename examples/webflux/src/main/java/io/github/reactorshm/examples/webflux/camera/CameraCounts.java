package io.github.reactorshm.examples.webflux.camera;

import java.lang.invoke.MethodHandles;

import io.github.reactorshm.codec.RecordCodec;

/** What the camera's process counts at one moment, as it travels to the application. */
public record CameraCounts(long pid, SinkCounts jpeg, SinkCounts raw) {

    /** Reads and writes them. */
    public static RecordCodec<CameraCounts> codec() {
        return RecordCodec.of(CameraCounts.class, MethodHandles.lookup());
    }
}
