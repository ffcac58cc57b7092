package io.github.reactorshm.codec;

import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle.AccessMode;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;

/**
 * Composes one method handle that writes all components of a record and one that makes a record of what is in memory, so that
 * nothing is boxed and no array is made at either.
 */
final class RecordHandles {

    private static final MethodHandle TRUTH_TO_BYTE;
    private static final MethodHandle BYTE_TO_TRUTH;
    private static final MethodHandle REQUIRE;

    static {
        // By name: what is private here would count as unused.
        Lookup here = MethodHandles.lookup();
        try {
            TRUTH_TO_BYTE = here.findStatic(RecordHandles.class, "toByte",
                    MethodType.methodType(byte.class, boolean.class));
            BYTE_TO_TRUTH = here.findStatic(RecordHandles.class, "toTruth",
                    MethodType.methodType(boolean.class, String.class, byte.class));
            REQUIRE = here.findStatic(RecordHandles.class, "require",
                    MethodType.methodType(Object.class, String.class, Object.class));
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final Lookup lookup;

    /** @param lookup sees the records' constructors and accessors */
    RecordHandles(Lookup lookup) {
        this.lookup = lookup;
    }

    /** (MemorySegment, Record) → void. */
    MethodHandle writer(Class<?> type, StructLayout layout) {
        return writer(type, layout, 0)
                .asType(MethodType.methodType(void.class, MemorySegment.class, Record.class));
    }

    /** (MemorySegment) → Record. */
    MethodHandle reader(Class<?> type, StructLayout layout) {
        return reader(type, layout, 0).asType(MethodType.methodType(Record.class, MemorySegment.class));
    }

    private MethodHandle writer(Class<?> type, StructLayout layout, long base) {
        MethodHandle all = MethodHandles.empty(MethodType.methodType(void.class, MemorySegment.class, type));
        for (RecordComponent component : Arrays.asList(type.getRecordComponents()).reversed()) {
            long offset = base + layout.byteOffset(PathElement.groupElement(component.getName()));
            MethodHandle setter = setter(component, layout, offset);
            all = MethodHandles.foldArguments(all, MethodHandles.filterArguments(setter, 1, accessor(component)));
        }
        return all;
    }

    private MethodHandle setter(RecordComponent component, StructLayout layout, long offset) {
        Class<?> type = component.getType();
        ValueLayout primitive = RecordStructure.primitive(type);
        if (primitive == null) {
            MethodHandle nested = writer(type, nested(component, layout), offset);
            MethodHandle present = MethodHandles.insertArguments(REQUIRE, 0, component.toString());
            return MethodHandles.filterArguments(nested, 1, present.asType(MethodType.methodType(type, type)));
        }
        MethodHandle setter = MethodHandles
                .insertArguments(primitive.varHandle().toMethodHandle(AccessMode.SET), 1, offset);
        return type == boolean.class ? MethodHandles.filterArguments(setter, 1, TRUTH_TO_BYTE) : setter;
    }

    private MethodHandle reader(Class<?> type, StructLayout layout, long base) {
        RecordComponent[] components = type.getRecordComponents();
        MethodHandle[] getters = new MethodHandle[components.length];
        for (int i = 0; i < components.length; i++) {
            long offset = base + layout.byteOffset(PathElement.groupElement(components[i].getName()));
            getters[i] = getter(components[i], layout, offset);
        }
        // Each getter takes the segment: the one that is there is handed to all of them.
        return MethodHandles.permuteArguments(MethodHandles.filterArguments(constructor(type), 0, getters),
                MethodType.methodType(type, MemorySegment.class), new int[components.length]);
    }

    private MethodHandle getter(RecordComponent component, StructLayout layout, long offset) {
        ValueLayout primitive = RecordStructure.primitive(component.getType());
        if (primitive == null) {
            return reader(component.getType(), nested(component, layout), offset);
        }
        MethodHandle getter = MethodHandles
                .insertArguments(primitive.varHandle().toMethodHandle(AccessMode.GET), 1, offset);
        return component.getType() == boolean.class
                ? MethodHandles.filterReturnValue(getter,
                        MethodHandles.insertArguments(BYTE_TO_TRUTH, 0, component.getName()))
                : getter;
    }

    private static StructLayout nested(RecordComponent component, StructLayout layout) {
        return (StructLayout) layout.select(PathElement.groupElement(component.getName()));
    }

    private MethodHandle accessor(RecordComponent component) {
        try {
            return lookup.unreflect(component.getAccessor());
        } catch (IllegalAccessException e) {
            throw notSeen(component.getDeclaringRecord(), e);
        }
    }

    private MethodHandle constructor(Class<?> type) {
        Class<?>[] components = Arrays.stream(type.getRecordComponents()).map(RecordComponent::getType)
                .toArray(Class<?>[]::new);
        try {
            return lookup.findConstructor(type, MethodType.methodType(void.class, components));
        } catch (IllegalAccessException e) {
            throw notSeen(type, e);
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException("record " + type.getName() + " without its canonical constructor", e);
        }
    }

    private IllegalArgumentException notSeen(Class<?> type, IllegalAccessException why) {
        return new IllegalArgumentException("the lookup of " + lookup.lookupClass().getName() + " does not see record "
                + type.getName() + "; call MethodHandles.lookup() in a class that sees its constructor", why);
    }

    static byte toByte(boolean truth) {
        return (byte) (truth ? 1 : 0);
    }

    static boolean toTruth(String component, byte value) {
        if (value != 0 && value != 1) {
            throw new IllegalArgumentException("component " + component + " is " + value + ", a boolean is 0 or 1");
        }
        return value == 1;
    }

    static Object require(String component, Object value) {
        if (value == null) {
            throw new NullPointerException("component " + component + " is null; a record in a record must be there");
        }
        return value;
    }
}
