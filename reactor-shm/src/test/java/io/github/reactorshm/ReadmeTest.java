package io.github.reactorshm;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** The two programs of the README compile and do what it says, as two processes. */
class ReadmeTest {

    private static final Pattern PROGRAM = Pattern.compile("```java\\R(.*?)```", Pattern.DOTALL);
    private static final Pattern CLASS = Pattern.compile("public class (\\w+)");

    @TempDir
    Path directory;

    @Test
    void itsProducerAndConsumerWork() throws Exception {
        Path classes = compile(programs());
        Path base = Files.createDirectory(directory.resolve("shm"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        Path printed = directory.resolve("consumer.txt");
        Process consumer = start(classes, base, "Consumer", printed);
        Process producer = start(classes, base, "Producer", directory.resolve("producer.txt"));
        try {
            // Two JVMs start and a second of readings passes; a busy machine may take long.
            assertThat(producer.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(consumer.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(producer.exitValue()).isZero();
            assertThat(consumer.exitValue()).isZero();
            assertThat(Files.readAllLines(printed)).filteredOn(line -> line.startsWith("reading ")).hasSize(100);
            try (var left = Files.list(base)) {
                assertThat(left.map(file -> file.getFileName().toString())).containsOnly(".lock");
            }
        } finally {
            producer.destroyForcibly();
            consumer.destroyForcibly();
        }
    }

    private static List<String> programs() throws IOException {
        // Surefire runs in the module's directory.
        String readme = Files.readString(Path.of("..", "README.md"), StandardCharsets.UTF_8);
        List<String> programs = new ArrayList<>();
        for (Matcher m = PROGRAM.matcher(readme); m.find();) {
            programs.add(m.group(1));
        }
        assertThat(programs).hasSize(2);
        return programs;
    }

    private Path compile(List<String> programs) throws IOException {
        Path sources = Files.createDirectory(directory.resolve("sources"));
        Path classes = Files.createDirectory(directory.resolve("classes"));
        List<Path> files = new ArrayList<>();
        for (String program : programs) {
            Matcher name = CLASS.matcher(program);
            assertThat(name.find()).isTrue();
            files.add(Files.writeString(sources.resolve(name.group(1) + ".java"), program));
        }
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter messages = new StringWriter();
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
            List<String> options = List.of("-d", classes.toString(), "-cp", System.getProperty("java.class.path"));
            boolean compiled = compiler.getTask(messages, manager, null, options, null,
                    manager.getJavaFileObjectsFromPaths(files)).call();
            assertThat(compiled).as(messages.toString()).isTrue();
        }
        return classes;
    }

    private Process start(Path classes, Path base, String main, Path output) throws IOException {
        String java = ProcessHandle.current().info().command().orElseThrow();
        return new ProcessBuilder(java, "-Dreactorshm.directory=" + base, "-cp",
                classes + ":" + System.getProperty("java.class.path"), main).redirectErrorStream(true)
                .redirectOutput(output.toFile()).start();
    }
}
