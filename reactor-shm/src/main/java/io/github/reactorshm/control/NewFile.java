package io.github.reactorshm.control;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;

import io.github.reactorshm.error.ShmException;
import io.github.reactorshm.error.ShmFileException;
import io.github.reactorshm.error.ShmOutOfSpaceException;
import io.github.reactorshm.layout.PoolGeometry;

/**
 * Makes the files that get mapped. Every page is written, not only reserved by a size: a sparse file on a full tmpfs fails at
 * the first access, which kills the stream or the JVM instead of the opening.
 */
final class NewFile {

    private static final int CHUNK = 1 << 20;

    private NewFile() {}

    /**
     * Checks that a file of that size fits.
     *
     * @throws ShmOutOfSpaceException if it does not
     */
    static void checkSpace(BaseDirectory base, long size) {
        try {
            long free = base.usableSpace();
            if (free < size) {
                throw new ShmOutOfSpaceException(size, free, base.path(), null);
            }
        } catch (IOException e) {
            throw new ShmFileException(base.path(), "cannot tell its free space", e);
        }
    }

    /**
     * Makes a file of zeros behind some first bytes, and maps it for reading and writing. Leaves nothing where it fails.
     *
     * @param head the first bytes
     * @param begun called when the first bytes are written
     * @throws ShmOutOfSpaceException if the file system is full before the file is written
     */
    static MappedFile create(BaseDirectory base, Path file, MemorySegment head, long size, Runnable begun) {
        try (FileChannel channel = FileChannel.open(file, ChannelFiles.NEW_FILE, ChannelFiles.fileMode())) {
            MappedFile mapped = null;
            try {
                writeFully(channel, head.asByteBuffer());
                begun.run();
                writeZeros(channel, size);
                mapped = MappedFile.map(file, channel, MapMode.READ_WRITE, size);
            } catch (IOException e) {
                throw failure(base, file, size, channel.size(), e);
            } finally {
                if (mapped == null) {
                    Files.deleteIfExists(file);
                }
            }
            mapped.load();
            return mapped;
        } catch (IOException e) {
            throw new ShmFileException(file, "cannot be made", e);
        }
    }

    private static void writeZeros(FileChannel channel, long size) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            ByteBuffer zeros = arena.allocate(Math.min(CHUNK, size), PoolGeometry.PAGE_SIZE).asByteBuffer();
            for (long left = size - channel.position(); left > 0; left = size - channel.position()) {
                writeFully(channel, zeros.clear().limit((int) Math.min(zeros.capacity(), left)));
            }
        }
    }

    private static void writeFully(FileChannel channel, ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
    }

    /** Tells a full file system from other failures; the system's own text depends on the language of the process. */
    private static ShmException failure(BaseDirectory base, Path file, long size, long written, IOException cause)
            throws IOException {
        long free = base.usableSpace();
        if (free < size - written || String.valueOf(cause.getMessage()).contains("No space left")) {
            return new ShmOutOfSpaceException(size, free + written, base.path(), cause);
        }
        return new ShmFileException(file, "cannot be written and mapped with its " + size + " bytes", cause);
    }
}
