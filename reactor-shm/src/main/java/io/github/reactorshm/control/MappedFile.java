package io.github.reactorshm.control;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;

import io.github.reactorshm.error.ShmAccessException;
import io.github.reactorshm.error.ShmFileException;
import io.github.reactorshm.error.ShmProtocolException;

/** A file mapped whole into an arena of its own, shared among threads. No descriptor stays open. */
public final class MappedFile {

    private static final Set<OpenOption> READ = Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
    private static final Set<OpenOption> READ_WRITE = Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE,
            LinkOption.NOFOLLOW_LINKS);

    private final Path path;
    private final Arena arena;
    private final MemorySegment segment;

    private MappedFile(Path path, Arena arena, MemorySegment segment) {
        this.path = path;
        this.arena = arena;
        this.segment = segment;
    }

    /**
     * Maps the control file of a subscription, for the consumer.
     *
     * @param base the base directory, checked before
     * @param name the channel's name
     * @param id the subscription's id
     * @param size the size that the file has to have
     * @throws NoSuchFileException if there is no such file: another incarnation has taken the channel's place, say
     * @throws ShmAccessException if it is not a regular file of this user
     * @throws ShmProtocolException if it has another size
     * @throws ShmFileException if it cannot be mapped
     */
    public static MappedFile openSub(BaseDirectory base, String name, long id, long size) throws NoSuchFileException {
        Path file = base.channel(name).resolve(ChannelFiles.sub(id));
        checkOwn(base, name, file);
        try (FileChannel channel = FileChannel.open(file, READ_WRITE)) {
            long found = channel.size();
            if (found != size) {
                throw new ShmProtocolException(name, file + " has " + found + " bytes, the owner announced " + size);
            }
            return map(file, channel, MapMode.READ_WRITE, size);
        } catch (NoSuchFileException e) {
            throw e;
        } catch (IOException e) {
            throw new ShmFileException(file, "the subscription's control file cannot be mapped", e);
        }
    }

    /** Opens a file of a peer for reading, after a look at what it is. */
    static FileChannel openToRead(BaseDirectory base, String name, Path file) throws IOException {
        checkOwn(base, name, file);
        return FileChannel.open(file, READ);
    }

    static MappedFile map(Path path, FileChannel channel, MapMode mode, long size) throws IOException {
        Arena arena = Arena.ofShared();
        boolean mapped = false;
        try {
            MappedFile file = new MappedFile(path, arena, channel.map(mode, 0, size, arena));
            mapped = true;
            return file;
        } finally {
            if (!mapped) {
                arena.close();
            }
        }
    }

    /** Refuses a file, or its directory, that is another's, of another type or open to others. */
    private static void checkOwn(BaseDirectory base, String name, Path file) throws NoSuchFileException {
        OwnFiles.checkDirectory(base, base.channel(name));
        OwnFiles.checkFile(base, file);
    }

    /** Returns where the file was when it was mapped. */
    public Path path() {
        return path;
    }

    /** Returns the whole file. */
    public MemorySegment segment() {
        return segment;
    }

    /** Touches every page, so that later accesses wait for none. Blocks for as long as that takes. */
    public void load() {
        segment.load();
    }

    /**
     * Unmaps the file, unless an access is going on, a socket write or a native call say.
     *
     * @return false if it has to be tried again later
     */
    public boolean tryUnmap() {
        if (!arena.scope().isAlive()) {
            return true;
        }
        try {
            arena.close();
            return true;
        } catch (IllegalStateException e) {
            // In use, or unmapped by another thread at this moment.
            return !arena.scope().isAlive();
        }
    }
}
