package io.github.reactorshm.examples.objects;

import java.lang.foreign.MemorySegment;
import java.util.List;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.ByteBufferInput;
import com.esotericsoftware.kryo.io.ByteBufferOutput;
import com.esotericsoftware.kryo.io.KryoBufferOverflowException;
import io.github.reactorshm.ShmCodec;
import io.github.reactorshm.ShmFrame;

/**
 * Objects through Kryo, written straight into the slot and read there; the objects themselves are new on the consumer's side.
 *
 * <p>Only the classes that are named travel, on both sides the same ones in the same order: a frame cannot make an object of any
 * other. A Kryo is for one thread, and a codec is not, so each thread has its own.
 *
 * @param <T> the objects
 */
final class KryoCodec<T> implements ShmCodec<T> {

    static {
        // Kryo would look for sun.misc.Unsafe, of which Java warns; nothing here needs it.
        System.setProperty("kryo.unsafe", "false");
    }

    private final Class<T> type;
    private final long slotSize;
    private final String contentType;
    private final ThreadLocal<Tools> tools;

    /**
     * @param type the objects' class
     * @param inside the other classes that are in the objects
     * @param slotSize the most bytes that an object takes
     */
    KryoCodec(Class<T> type, List<Class<?>> inside, long slotSize) {
        this.type = type;
        this.slotSize = slotSize;
        this.contentType = "application/x-kryo;class=" + type.getName();
        this.tools = ThreadLocal.withInitial(() -> new Tools(type, inside));
    }

    /** Another class is another content type; that a class has changed is for its authors to say, in its name say. */
    @Override
    public String contentType() {
        return contentType;
    }

    @Override
    public long slotSize() {
        return slotSize;
    }

    @Override
    public long encode(T value, MemorySegment slot) {
        Tools mine = tools.get();
        mine.output.setBuffer(slot.asByteBuffer());
        try {
            mine.kryo.writeObject(mine.output, value);
        } catch (KryoBufferOverflowException e) {
            throw new IllegalArgumentException("a " + type.getSimpleName() + " takes more than " + slot.byteSize()
                    + " bytes; make the codec with a larger slotSize", e);
        }
        return mine.output.total();
    }

    @Override
    public T decode(ShmFrame frame) {
        Tools mine = tools.get();
        mine.input.setBuffer(frame.buffer());
        return mine.kryo.readObject(mine.input, type);
    }

    private static final class Tools {

        final Kryo kryo = new Kryo();
        final ByteBufferOutput output = new ByteBufferOutput();
        final ByteBufferInput input = new ByteBufferInput();

        Tools(Class<?> type, List<Class<?>> inside) {
            kryo.setRegistrationRequired(true);
            kryo.register(type);
            inside.forEach(kryo::register);
        }
    }
}
