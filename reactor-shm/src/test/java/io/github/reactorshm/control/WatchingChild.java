package io.github.reactorshm.control;

import java.nio.file.Path;

/** Looks at a base directory again and again in a process of its own, always through the locks; says "looked" now and then. */
final class WatchingChild {

    private static final int LOOKS = 100;

    private WatchingChild() {}

    public static void main(String[] arguments) {
        ChannelWatch watch = new ChannelWatch(BaseDirectory.resolve(Path.of(arguments[0])), () -> LockTable.parse(""));
        while (true) {
            for (int i = 0; i < LOOKS; i++) {
                watch.list();
            }
            System.out.println("> looked");
        }
    }
}
