package io.github.reactorshm.control;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

import io.github.reactorshm.error.ShmAccessException;
import io.github.reactorshm.error.ShmException;
import io.github.reactorshm.error.ShmFileException;
import io.github.reactorshm.error.ShmProtocolException;
import io.github.reactorshm.error.ShmVersionMismatchException;
import io.github.reactorshm.layout.PoolHeader;

/**
 * The pool of a channel as a consumer has it: mapped read-only, its header checked.
 *
 * @param header what the owner wrote
 * @param file the mapping, whose segment is read-only
 */
public record PoolView(PoolHeader header, MappedFile file) {

    /**
     * Maps the pool of a channel. Blocks: for the control thread.
     *
     * @param base the base directory, checked before
     * @param name the channel's name
     * @throws NoSuchFileException if there is no such channel, or no more
     * @throws ShmAccessException if the pool is not a regular file of this user
     * @throws ShmVersionMismatchException if another version of the library wrote it
     * @throws ShmProtocolException if its header is wrong, or its size
     * @throws ShmFileException if it cannot be mapped
     */
    public static PoolView open(BaseDirectory base, String name) throws NoSuchFileException {
        Path file = base.channel(name).resolve(ChannelFiles.POOL);
        try (FileChannel channel = MappedFile.openToRead(base, name, file)) {
            PoolHeader header = readHeader(channel, name);
            return new PoolView(header,
                    MappedFile.map(file, channel, MapMode.READ_ONLY, header.geometry().fileSize()));
        } catch (NoSuchFileException e) {
            throw e;
        } catch (IOException e) {
            throw new ShmFileException(file, "the pool cannot be mapped", e);
        }
    }

    /**
     * Reads what the owner wrote, without mapping anything. Blocks.
     *
     * @param base the base directory, checked before
     * @param name the channel's name, or that of its directory
     * @throws NoSuchFileException if there is no such channel, or no more
     * @throws ShmException as {@link #open} does
     */
    static PoolHeader readHeader(BaseDirectory base, String name) throws NoSuchFileException {
        Path file = base.channel(name).resolve(ChannelFiles.POOL);
        try (FileChannel channel = MappedFile.openToRead(base, name, file)) {
            return readHeader(channel, name);
        } catch (NoSuchFileException e) {
            throw e;
        } catch (IOException e) {
            throw new ShmFileException(file, "the pool cannot be read", e);
        }
    }

    /** Copies the header first: what is checked cannot change any more, and a truncated file is an error, not a fault. */
    private static PoolHeader readHeader(FileChannel channel, String name) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment copy = arena.allocate(PoolHeader.END, Long.BYTES);
            ByteBuffer bytes = copy.asByteBuffer();
            int read = 0;
            while (bytes.hasRemaining() && read >= 0) {
                read = channel.read(bytes);
            }
            return PoolHeader.read(copy.asSlice(0, bytes.position()), channel.size(), name);
        }
    }

    /** Returns the whole file, read-only; slots lie where the header's geometry says. */
    public MemorySegment segment() {
        return file.segment();
    }
}
