package io.github.reactorshm.codec;

import java.nio.charset.StandardCharsets;

/** One section of a frame: a tensor and the name it goes by; the only section of a tensor's frame has none. */
final class Part {

    static final int MAX_NAME_BYTES = 255;

    private static final byte[] NO_NAME = {};

    private final String name;
    private final byte[] utf8;
    private final Tensor tensor;

    private Part(String name, byte[] utf8, Tensor tensor) {
        this.name = name;
        this.utf8 = utf8;
        this.tensor = tensor;
    }

    /** @throws IllegalArgumentException if the name is empty, too long, or no text */
    static Part named(String name, Tensor tensor) {
        byte[] utf8 = name.getBytes(StandardCharsets.UTF_8);
        if (utf8.length < 1 || utf8.length > MAX_NAME_BYTES) {
            throw new IllegalArgumentException("a part's name has 1 to " + MAX_NAME_BYTES + " bytes as UTF-8, not "
                    + utf8.length + ": " + name);
        }
        if (!new String(utf8, StandardCharsets.UTF_8).equals(name)) {
            throw new IllegalArgumentException("a part's name is not encodable as UTF-8 (unpaired surrogate): " + name);
        }
        return new Part(name, utf8, tensor);
    }

    static Part unnamed(Tensor tensor) {
        return new Part("", NO_NAME, tensor);
    }

    /** For a name that was a frame's, and was checked. */
    static Part read(String name, Tensor tensor) {
        return new Part(name, name.getBytes(StandardCharsets.UTF_8), tensor);
    }

    String name() {
        return name;
    }

    /** The name's bytes, which nobody changes. */
    byte[] utf8() {
        return utf8;
    }

    Tensor tensor() {
        return tensor;
    }

    Part copy() {
        return new Part(name, utf8, tensor.copy());
    }
}
