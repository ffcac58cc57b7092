package io.github.reactorshm.testkit;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A test's base directory and its child JVMs. After each test the children must exit by themselves, and nothing may be left:
 * no file, and in this JVM and in the children that still live no mapping, descriptor or thread more than before. Where a test
 * fails, what its children printed is shown.
 */
public final class Processes implements BeforeEachCallback, AfterEachCallback {

    private static final Duration PATIENCE = Duration.ofSeconds(15);

    private final Deque<ChildJvm> children = new ArrayDeque<>();
    private final Map<ChildJvm, CompletableFuture<Resources>> before = new LinkedHashMap<>();
    private @Nullable TestDirectory directory;

    @Override
    public void beforeEach(ExtensionContext context) {
        directory = TestDirectory.create();
    }

    public Path directory() {
        return testDirectory().path();
    }

    /**
     * The base directory as an option of the roles.
     *
     * @param channel a channel in it
     * @return {@code directory=.. channel=..}
     */
    public String at(String channel) {
        return "directory=" + directory() + " channel=" + channel + " ";
    }

    /** Removes what killed owners left, as a later opening would. */
    public void clean() {
        testDirectory().clean();
    }

    private TestDirectory testDirectory() {
        TestDirectory d = directory;
        if (d == null) {
            throw new IllegalStateException("no test is running");
        }
        return d;
    }

    /**
     * Starts a child that subscribes as it is told.
     *
     * @return the child
     */
    public ChildJvm source() {
        return add(ChildJvm.start(SourceRole.class));
    }

    /**
     * Starts a child that opens sinks as it is told.
     *
     * @return the child
     */
    public ChildJvm sink() {
        return add(ChildJvm.start(SinkRole.class));
    }

    /**
     * Takes over a child that plays a role.
     *
     * @param child the child
     * @return the same
     */
    public ChildJvm add(ChildJvm child) {
        children.push(child);
        // Its first command, so that it is served before the child does anything else.
        before.put(child, look(child));
        return child;
    }

    private CompletableFuture<Resources> look(ChildJvm child) {
        return child.ask("resources", new Options().with("directory", directory()))
                .thenApply(text -> Resources.parse(Options.parse(text)));
    }

    /**
     * Waits until those of some children that live use no more than when they were new.
     *
     * @param some children of this test
     */
    public void awaitNoneLeft(ChildJvm... some) {
        for (ChildJvm child : some) {
            if (child.isAlive()) {
                Resources first = child.await(before.get(child), ChildJvm.PATIENCE, "its first look");
                Awaitility.await("nothing more than before in " + child).atMost(PATIENCE).untilAsserted(
                        () -> child.await(look(child), ChildJvm.PATIENCE, "another look").assertNoMoreThan(first));
            }
        }
    }

    /** Waits until this JVM and every child that lives use no more than before the test. */
    public void awaitNothingLeft() {
        testDirectory().awaitNothingLeft();
        awaitNoneLeft(children.toArray(ChildJvm[]::new));
    }

    @Override
    public void afterEach(ExtensionContext context) {
        boolean failed = context.getExecutionException().isPresent();
        try {
            if (failed) {
                children.descendingIterator().forEachRemaining(child -> System.err.println(
                        context.getDisplayName() + " failed; child " + child + "\n" + child.output()));
                children.forEach(ChildJvm::killLater);
            } else {
                awaitNothingLeft();
            }
        } finally {
            closeAll(failed);
        }
    }

    private void closeAll(boolean failed) {
        try {
            while (!children.isEmpty()) {
                children.pop().close();
            }
        } finally {
            children.forEach(ChildJvm::killLater);
            children.clear();
            before.clear();
            TestDirectory d = testDirectory();
            directory = null;
            if (failed) {
                // The failure is the news; what it leaves behind is not.
                d.discard();
            } else {
                d.close();
            }
        }
    }
}
