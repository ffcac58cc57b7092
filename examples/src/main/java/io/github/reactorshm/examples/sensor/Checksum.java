package io.github.reactorshm.examples.sensor;

import java.lang.foreign.MemorySegment;
import java.util.zip.CRC32C;

/** A checksum over every byte of a payload of any length. */
final class Checksum {

    /** A buffer holds less than 2 GiB. */
    private static final long CHUNK = 1 << 30;

    private Checksum() {}

    static long of(MemorySegment payload) {
        CRC32C checksum = new CRC32C();
        for (long at = 0; at < payload.byteSize(); at += CHUNK) {
            checksum.update(payload.asSlice(at, Math.min(CHUNK, payload.byteSize() - at)).asByteBuffer());
        }
        return checksum.getValue();
    }
}
