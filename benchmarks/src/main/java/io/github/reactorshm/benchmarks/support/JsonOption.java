package io.github.reactorshm.benchmarks.support;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Where the result goes. */
public final class JsonOption {

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    private @Nullable Path file;

    @Option(names = "--json", paramLabel = "FILE", description = "Write the JSON document to FILE, replacing what is there (default: to standard output).")
    void setFile(Path chosen) {
        Path parent = chosen.toAbsolutePath().getParent();
        // Now, not after minutes of measuring.
        if (Files.isDirectory(chosen) || parent == null || !Files.isWritable(parent)
                || (Files.exists(chosen) && !Files.isWritable(chosen))) {
            throw new ParameterException(command.commandLine(), "--json: " + chosen + " cannot be written");
        }
        file = chosen;
    }

    /** Writes the document. */
    public void write(Object document) throws IOException {
        String text = Json.document(document);
        if (file == null) {
            System.out.println(text);
        } else {
            Files.writeString(file, text + System.lineSeparator());
        }
    }
}
