package io.github.reactorshm;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

import static org.assertj.core.api.Assertions.assertThat;

/** The Java in the README: whole programs, and pieces of code. */
final class Readme {

    private static final Pattern BLOCK = Pattern.compile("```java\\R(.*?)```", Pattern.DOTALL);
    private static final String SPRING = "@SpringBootApplication";
    private static final Pattern CLASS = Pattern.compile("public class (\\w+)");

    private Readme() {}

    private static List<String> blocks() throws IOException {
        // Surefire runs in the module's directory.
        String readme = Files.readString(Path.of("..", "README.md"), StandardCharsets.UTF_8);
        return BLOCK.matcher(readme).results().map(block -> block.group(1)).toList();
    }

    static List<String> programs() throws IOException {
        return blocks().stream().filter(block -> CLASS.matcher(block).find()).toList();
    }

    static List<String> pieces() throws IOException {
        return blocks().stream().filter(block -> !CLASS.matcher(block).find() && !block.contains(SPRING)).toList();
    }

    /** The application of a user of Spring. */
    static String springApplication() throws IOException {
        List<String> applications = blocks().stream().filter(block -> block.contains(SPRING)).toList();
        assertThat(applications).hasSize(1);
        return applications.getFirst();
    }

    /** The name of a program's class. */
    static String className(String program) {
        Matcher name = CLASS.matcher(program);
        assertThat(name.find()).as("a class in %s", program).isTrue();
        return name.group(1);
    }

    /**
     * Compiles with this JVM's class path.
     *
     * @param directory where the sources and classes go
     * @param sources by the names of their classes
     * @return the directory of the classes
     */
    static Path compile(Path directory, Map<String, String> sources) throws IOException {
        Path texts = Files.createDirectory(directory.resolve("sources"));
        Path classes = Files.createDirectory(directory.resolve("classes"));
        List<Path> files = new ArrayList<>();
        for (Map.Entry<String, String> source : sources.entrySet()) {
            files.add(Files.writeString(texts.resolve(source.getKey() + ".java"), source.getValue()));
        }
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter messages = new StringWriter();
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
            List<String> options = List.of("-d", classes.toString(), "-cp", System.getProperty("java.class.path"));
            boolean compiled = compiler.getTask(messages, manager, null, options, null,
                    manager.getJavaFileObjectsFromPaths(files)).call();
            assertThat(compiled).as("%s", messages).isTrue();
        }
        return classes;
    }
}
