package io.github.reactorshm.codec;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.stream.Collectors;

/**
 * Several tensors that travel together in one slot, each under a name of its own, in their order: a picture and the point cloud
 * that was taken with it, say.
 *
 * <p>
 * Immutable, as its tensors are. <b>Equality</b> is identity, as theirs.
 */
public final class Parts {

    /** The most tensors that travel together. */
    public static final int MAX_PARTS = 1024;

    private final List<Part> parts;

    Parts(List<Part> parts) {
        this.parts = parts;
    }

    /**
     * Parts with a first tensor; {@link #and} adds the others.
     *
     * @param name 1 to 255 bytes as UTF-8
     * @param tensor the tensor, with data or {@linkplain Tensor#writing written} when it is encoded
     * @return parts of one tensor
     * @throws IllegalArgumentException if the name is not allowed
     */
    public static Parts of(String name, Tensor tensor) {
        return new Parts(List.of(Part.named(name, tensor)));
    }

    /**
     * These parts and one more behind them.
     *
     * @param name 1 to 255 bytes as UTF-8, different from the others
     * @param tensor the tensor, with data or {@linkplain Tensor#writing written} when it is encoded
     * @return new parts
     * @throws IllegalArgumentException if the name is not allowed or is there already, or there are {@value #MAX_PARTS} already
     */
    public Parts and(String name, Tensor tensor) {
        Part added = Part.named(name, tensor);
        if (names().contains(name)) {
            throw new IllegalArgumentException("there is a part named '" + name + "' already");
        }
        if (parts.size() == MAX_PARTS) {
            throw new IllegalArgumentException("there are at most " + MAX_PARTS + " parts");
        }
        List<Part> more = new ArrayList<>(parts);
        more.add(added);
        return new Parts(more);
    }

    /**
     * One tensor.
     *
     * @param name its name
     * @return the tensor
     * @throws NoSuchElementException if there is none of that name; the message lists those that there are
     */
    public Tensor get(String name) {
        for (Part part : parts) {
            if (part.name().equals(name)) {
                return part.tensor();
            }
        }
        throw new NoSuchElementException("no part is named '" + name + "'; there are " + names());
    }

    /**
     * The names, in their order.
     *
     * @return an unmodifiable list
     */
    public List<String> names() {
        return parts.stream().map(Part::name).toList();
    }

    /**
     * All tensors by their names, in their order.
     *
     * @return an unmodifiable map
     */
    public Map<String, Tensor> asMap() {
        Map<String, Tensor> map = new LinkedHashMap<>();
        parts.forEach(part -> map.put(part.name(), part.tensor()));
        return Collections.unmodifiableMap(map);
    }

    /**
     * Copies all data, so that they stay when a frame is closed, see {@link Tensor#copy()}.
     *
     * @return new parts
     * @throws IllegalStateException if a tensor is {@linkplain Tensor#writing written} when it is encoded
     */
    public Parts copy() {
        return new Parts(parts.stream().map(Part::copy).toList());
    }

    List<Part> list() {
        return parts;
    }

    /** Such as {@code Parts{image=Tensor{|u1 1080x1920x3, 6220800 bytes}, points=Tensor{<f4 65536x4, 1048576 bytes}}}. */
    @Override
    public String toString() {
        return parts.stream().map(part -> part.name() + "=" + part.tensor())
                .collect(Collectors.joining(", ", "Parts{", "}"));
    }
}
