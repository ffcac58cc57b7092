package io.github.reactorshm.codec;

import java.lang.foreign.MemoryLayout;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.RecordComponent;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * How the components of a record lie in memory: in their order, little-endian, each at the next multiple of its own size, a nested
 * record as its components do; padded to the largest alignment at the end. What a C compiler makes of the same struct.
 */
final class RecordStructure {

    private static final Map<Class<?>, ValueLayout> LAYOUTS = Map.of(
            // A byte, since Java gives no error for a truth value that is neither 0 nor 1.
            boolean.class, ValueLayout.JAVA_BYTE,
            byte.class, ValueLayout.JAVA_BYTE,
            short.class, little(ValueLayout.JAVA_SHORT),
            char.class, little(ValueLayout.JAVA_CHAR),
            int.class, little(ValueLayout.JAVA_INT),
            long.class, little(ValueLayout.JAVA_LONG),
            float.class, little(ValueLayout.JAVA_FLOAT),
            double.class, little(ValueLayout.JAVA_DOUBLE));

    private static final Map<Class<?>, ElementType> TYPES = Map.of(
            boolean.class, ElementType.BOOL,
            byte.class, ElementType.INT8,
            short.class, ElementType.INT16,
            char.class, ElementType.UINT16,
            int.class, ElementType.INT32,
            long.class, ElementType.INT64,
            float.class, ElementType.FLOAT32,
            double.class, ElementType.FLOAT64);

    private RecordStructure() {}

    /** Where a primitive component lies. */
    static @Nullable ValueLayout primitive(Class<?> type) {
        return LAYOUTS.get(type);
    }

    /**
     * The layout of a record.
     *
     * @throws IllegalArgumentException naming the component and its type if it has none
     */
    static StructLayout of(Class<?> type) {
        return struct(type, "", new LinkedHashSet<>());
    }

    /** The layout in one line: {@code id:<i8,from:{x:<f4,y:<f4},valid:|b1}. */
    static String describe(Class<?> type) {
        List<String> components = new ArrayList<>();
        for (RecordComponent component : type.getRecordComponents()) {
            ElementType primitive = TYPES.get(component.getType());
            components.add(component.getName() + ":"
                    + (primitive != null ? primitive.dtype() : "{" + describe(component.getType()) + "}"));
        }
        return String.join(",", components);
    }

    private static StructLayout struct(Class<?> type, String path, Set<Class<?>> around) {
        if (!around.add(type)) {
            throw new IllegalArgumentException("component " + path + ": record " + type.getName() + " contains itself");
        }
        List<MemoryLayout> members = new ArrayList<>();
        long end = 0;
        long alignment = 1;
        for (RecordComponent component : type.getRecordComponents()) {
            MemoryLayout member = member(component, path, around).withName(component.getName());
            end = pad(members, end, member.byteAlignment());
            members.add(member);
            end += member.byteSize();
            alignment = Math.max(alignment, member.byteAlignment());
        }
        if (members.isEmpty()) {
            throw new IllegalArgumentException("record " + type.getName() + " has no components");
        }
        pad(members, end, alignment);
        around.remove(type);
        return MemoryLayout.structLayout(members.toArray(MemoryLayout[]::new));
    }

    private static MemoryLayout member(RecordComponent component, String path, Set<Class<?>> around) {
        Class<?> type = component.getType();
        ValueLayout primitive = primitive(type);
        if (primitive != null) {
            return primitive;
        }
        String here = path.isEmpty() ? component.getName() : path + "." + component.getName();
        if (type.isRecord()) {
            return struct(type, here, around);
        }
        throw new IllegalArgumentException("component " + here + " of record "
                + component.getDeclaringRecord().getName()
                + " is a " + type.getTypeName() + "; only primitive types, and records of them, have a fixed layout");
    }

    private static long pad(List<MemoryLayout> members, long end, long alignment) {
        long start = (end + alignment - 1) & -alignment;
        if (start > end) {
            members.add(MemoryLayout.paddingLayout(start - end));
        }
        return start;
    }

    private static ValueLayout little(ValueLayout layout) {
        return layout.withOrder(ByteOrder.LITTLE_ENDIAN);
    }
}
