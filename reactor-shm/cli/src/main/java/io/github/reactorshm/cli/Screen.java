package io.github.reactorshm.cli;

import java.io.PrintStream;

/** Shows one text after the other: on a terminal each in place of the one before, elsewhere below it. */
final class Screen {

    private static final String ESCAPE = "\u001b[";
    private static final String CLEAR = ESCAPE + "H" + ESCAPE + "2J";
    private static final String HOME = ESCAPE + "H";
    private static final String REST_OF_LINE = ESCAPE + "K";
    private static final String REST_OF_SCREEN = ESCAPE + "J";

    private final PrintStream out;
    private final boolean terminal;
    private boolean first = true;

    Screen(PrintStream out, boolean terminal) {
        this.out = out;
        this.terminal = terminal;
    }

    void show(String text) {
        if (terminal) {
            // Overwritten line by line: clearing all of it each time would flicker.
            out.print((first ? CLEAR : HOME) + text.replace("\n", REST_OF_LINE + "\n") + REST_OF_SCREEN);
        } else {
            out.print((first ? "" : "\n") + text);
        }
        out.flush();
        first = false;
    }
}
