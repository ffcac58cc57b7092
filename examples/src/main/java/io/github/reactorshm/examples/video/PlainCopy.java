package io.github.reactorshm.examples.video;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;

import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.DELETE_ON_CLOSE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

/** Copies a frame into the slots of a pool in a bare loop: what this machine can do at best. */
final class PlainCopy {

    private static final int ZEROS = 1 << 20;

    private PlainCopy() {}

    /**
     * Measures one round of copying.
     *
     * @param directory where the pool's file is made; it is gone when this returns
     * @return bytes per second
     */
    static long round(MemorySegment frame, Path directory, int frames) throws IOException {
        Path file = directory.resolve("reactor-shm-plain-copy-" + ProcessHandle.current().pid());
        try (Arena arena = Arena.ofConfined();
                FileChannel channel = FileChannel.open(file, CREATE_NEW, READ, WRITE, DELETE_ON_CLOSE)) {
            long bytes = CopyMeasurement.SLOTS * CopyMeasurement.FRAME_BYTES;
            Room.await(directory, bytes);
            reserve(channel, bytes);
            MemorySegment pool = channel.map(MapMode.READ_WRITE, 0, bytes, arena);
            copy(frame, pool, CopyMeasurement.WARM_UP_FRAMES);
            long start = System.nanoTime();
            copy(frame, pool, frames);
            return CopyMeasurement.bytesPerSecond(frames, System.nanoTime() - start);
        }
    }

    private static void copy(MemorySegment frame, MemorySegment pool, int frames) {
        long size = frame.byteSize();
        for (int i = 0; i < frames; i++) {
            MemorySegment.copy(frame, 0, pool, i % CopyMeasurement.SLOTS * size, size);
        }
    }

    /** Writes every page: a sparse file would fault in the middle of a round, or not at all on a full file system. */
    private static void reserve(FileChannel channel, long bytes) throws IOException {
        ByteBuffer zeros = ByteBuffer.allocateDirect(ZEROS);
        for (long position = 0; position < bytes;) {
            zeros.clear().limit((int) Math.min(ZEROS, bytes - position));
            position += channel.write(zeros, position);
        }
    }
}
