package io.github.reactorshm.testkit;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

import reactor.core.publisher.Mono;

/**
 * The child's side of {@link ChildJvm}: reads {@code id verb options}, answers {@code =id text} or {@code !id text}, when the
 * verb's future says so. At the end of its input the child exits, so it never outlives its parent.
 */
public final class ChildConsole {

    private final Map<String, Function<Options, CompletableFuture<String>>> verbs = new HashMap<>();
    private final PrintStream out = System.out;

    /** A console with the verbs that every role has. */
    public ChildConsole() {
        verb("ping", options -> "");
        verb("pid", options -> String.valueOf(ProcessHandle.current().pid()));
        verb("resources", options -> Resources.of(options.text("directory")).toOptions().toString());
        verb("usage", options -> Usage.ofThisJvm().toOptions().toString());
        verb("cpu", options -> CpuTime.ofThisJvm().toString());
        // An answer to these would race with the exit: the parent waits for the exit instead.
        verb("exit", options -> {
            new Thread(() -> System.exit(options.whole("status", 0)), "exit").start();
            return "";
        });
        verb("halt", options -> {
            Runtime.getRuntime().halt(options.whole("status", 0));
            return "";
        });
    }

    /**
     * Adds a verb that answers at once.
     *
     * @param name the verb
     * @param action what it does; what it throws is the answer too
     */
    public void verb(String name, Function<Options, String> action) {
        later(name, options -> CompletableFuture.completedFuture(action.apply(options)));
    }

    /**
     * Adds a verb that answers when its future completes.
     *
     * @param name the verb
     * @param action what it does
     */
    public void later(String name, Function<Options, CompletableFuture<String>> action) {
        verbs.put(name, action);
    }

    /** Serves until the input ends, then exits. */
    public void run() {
        try (BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                serve(line);
            }
        } catch (IOException e) {
            System.err.println("the parent cannot be read: " + e);
        }
        System.exit(0);
    }

    private void serve(String line) {
        String[] words = line.split(" ", 3);
        String id = words[0];
        Function<Options, CompletableFuture<String>> action = verbs.get(words[1]);
        if (action == null) {
            say('!', id, "no verb " + words[1] + "; there are " + verbs.keySet());
            return;
        }
        CompletableFuture<String> answer;
        try {
            answer = action.apply(Options.parse(words.length > 2 ? words[2] : ""));
        } catch (RuntimeException | Error e) {
            answer = CompletableFuture.failedFuture(e);
        }
        Mono.fromFuture(answer).subscribe(text -> say('=', id, text), e -> say('!', id, trace(e)));
    }

    private static String trace(Throwable e) {
        StringWriter text = new StringWriter();
        e.printStackTrace(new PrintWriter(text));
        return text.toString();
    }

    private void say(char kind, String id, String text) {
        synchronized (out) {
            out.println(kind + id + " " + text.replace('\n', ' '));
            out.flush();
        }
    }
}
