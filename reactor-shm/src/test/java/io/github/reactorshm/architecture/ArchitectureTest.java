package io.github.reactorshm.architecture;

import java.util.stream.Collectors;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class ArchitectureTest {

    private static final String ROOT = "io.github.reactorshm";
    private static final String FIXTURE = ROOT + ".architecture.fixture";
    private static final JavaClasses LIBRARY = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages(ROOT);

    @Test
    void everyPackageIsReadAndNullMarked() {
        assertThat(LIBRARY.stream().filter(type -> type.getSimpleName().equals("package-info"))
                .filter(type -> type.isAnnotatedWith(NullMarked.class))
                .map(JavaClass::getPackageName))
                .containsExactlyInAnyOrderElementsOf(LIBRARY.stream().map(JavaClass::getPackageName)
                        .collect(Collectors.toSet()))
                .containsExactlyInAnyOrderElementsOf(PackageArrows.MAY_USE.keySet().stream()
                        .map(name -> name.isEmpty() ? ROOT : ROOT + "." + name).toList());
    }

    @Test
    void packagesKeepToTheirArrows() {
        classes().should(new PackageArrows(ROOT)).check(LIBRARY);
    }

    @Test
    void aBrokenArrowIsSeen() {
        JavaClasses fixture = new ClassFileImporter().importPackages(FIXTURE);

        assertThatThrownBy(() -> classes().should(new PackageArrows(FIXTURE)).check(fixture))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("fixture.layout.UsesLoop")
                .hasMessageContaining("fixture.control.UsesLoopInArray")
                .hasMessageNotContaining("fixture.channel.UsesLayout");
    }

    @Test
    void aPackageWithoutArrowsIsSeen() {
        JavaClasses stray = new ClassFileImporter().importClasses(ArchitectureTest.class);

        assertThatThrownBy(() -> classes().should(new PackageArrows(ROOT)).check(stray))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("in a package that no arrow knows");
    }

    @Test
    void layoutKnowsNoThreadsSocketsOrFiles() {
        noClasses().that().resideInAPackage(ROOT + ".layout")
                .should().dependOnClassesThat().areAssignableTo(Thread.class)
                .orShould().dependOnClassesThat()
                .resideInAnyPackage("java.net..", "java.nio.file..", "java.nio.channels..")
                .check(LIBRARY);
    }

    @Test
    void nothingWaitsBySleeping() {
        noClasses().should().callMethod(Thread.class, "sleep", long.class)
                .orShould().callMethod(Thread.class, "sleep", long.class, int.class)
                .orShould().callMethod(Thread.class, "sleep", java.time.Duration.class)
                .orShould().callMethod(java.util.concurrent.TimeUnit.class, "sleep", long.class)
                .check(LIBRARY);
    }
}
