package io.github.reactorshm.architecture;

import java.util.Map;
import java.util.Set;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;

/** Which package may use which. A package that has no line here may not exist. */
final class PackageArrows extends ArchCondition<JavaClass> {

    static final Map<String, Set<String>> MAY_USE = Map.of(
            "spring", Set.of("", "micrometer", "error"),
            "codec", Set.of("", "error"),
            "micrometer", Set.of(""),
            "", Set.of("channel", "control", "loop", "layout", "error"),
            "channel", Set.of("control", "loop", "layout", "error"),
            "control", Set.of("layout", "error"),
            "loop", Set.of("layout", "error"),
            "layout", Set.of("error"),
            "error", Set.of());

    private final String root;

    PackageArrows(String root) {
        super("only use packages that an arrow leads to");
        this.root = root;
    }

    @Override
    public void check(JavaClass type, ConditionEvents events) {
        String from = relative(type);
        if (!MAY_USE.containsKey(from)) {
            events.add(SimpleConditionEvent.violated(type, type.getName() + " is in a package that no arrow knows"));
            return;
        }
        for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
            JavaClass target = dependency.getTargetClass().getBaseComponentType();
            if (isOurs(target) && !relative(target).equals(from) && !MAY_USE.get(from).contains(relative(target))) {
                events.add(SimpleConditionEvent.violated(type, dependency.getDescription()));
            }
        }
    }

    private boolean isOurs(JavaClass type) {
        return type.getPackageName().equals(root) || type.getPackageName().startsWith(root + ".");
    }

    private String relative(JavaClass type) {
        return type.getPackageName().equals(root) ? "" : type.getPackageName().substring(root.length() + 1);
    }
}
