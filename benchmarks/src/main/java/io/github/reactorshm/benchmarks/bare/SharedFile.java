package io.github.reactorshm.benchmarks.bare;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

import io.github.reactorshm.benchmarks.support.BenchmarkException;

import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

/** A file mapped whole; it stays mapped when it is deleted. */
final class SharedFile {

    private static final int CHUNK = 1 << 20;

    private SharedFile() {}

    /** Makes a file, for this user alone, writes zeros into every page and maps it for reading and writing. */
    static MemorySegment create(Path path, long size, Arena arena) throws IOException {
        try (FileChannel file = FileChannel.open(path, Set.of(CREATE_NEW, READ, WRITE),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")))) {
            try {
                reserve(file, size);
            } catch (IOException e) {
                throw new BenchmarkException(path + " of " + size + " bytes could not be written: " + e.getMessage()
                        + "; use fewer slots or another --directory", e);
            }
            return map(file, MapMode.READ_WRITE, arena);
        }
    }

    static MemorySegment openToWrite(Path path, Arena arena) throws IOException {
        try (FileChannel file = FileChannel.open(path, READ, WRITE)) {
            return map(file, MapMode.READ_WRITE, arena);
        }
    }

    static MemorySegment openToRead(Path path, Arena arena) throws IOException {
        try (FileChannel file = FileChannel.open(path, READ)) {
            return map(file, MapMode.READ_ONLY, arena);
        }
    }

    private static MemorySegment map(FileChannel file, MapMode mode, Arena arena) throws IOException {
        MemorySegment segment = file.map(mode, 0, file.size(), arena);
        segment.load();
        return segment;
    }

    private static void reserve(FileChannel file, long size) throws IOException {
        ByteBuffer zeros = ByteBuffer.allocateDirect((int) Math.min(CHUNK, size));
        for (long position = 0; position < size;) {
            zeros.clear().limit((int) Math.min(zeros.capacity(), size - position));
            position += file.write(zeros, position);
        }
    }
}
