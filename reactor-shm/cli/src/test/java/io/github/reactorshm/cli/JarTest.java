package io.github.reactorshm.cli;

import java.nio.file.Path;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** The jar that users run has everything in it. */
@Tag("jar")
class JarTest {

    private static final Path JAR = Path.of(System.getProperty("reactorshm.jar"));

    @Test
    void itKnowsItsVersion() {
        assertThat(Command.runJar(JAR, "--version").succeeded().out())
                .isEqualTo("reactor-shm " + System.getProperty("reactorshm.version") + "\n");
    }

    @Test
    void itListsForPeopleAndForPrograms(@TempDir Path directory) {
        String base = "--directory=" + directory.resolve("none");
        assertThat(Command.runJar(JAR, "list", base).succeeded().out()).startsWith("no channels in ");
        assertThat(Command.runJar(JAR, "list", "--json", base).json()).isEmpty();
        Command.runJar(JAR, "show", "camera-0", base).failed(1);
    }
}
