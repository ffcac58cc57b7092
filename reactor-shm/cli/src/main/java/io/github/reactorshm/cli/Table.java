package io.github.reactorshm.cli;

import java.util.ArrayList;
import java.util.List;

/** Columns that are as wide as what stands in them; those whose head begins with {@code >} are of figures, set to the right. */
final class Table {

    private static final String GAP = "  ";

    private final boolean[] right;
    private final List<String[]> rows = new ArrayList<>();

    Table(String... heads) {
        right = new boolean[heads.length];
        String[] first = new String[heads.length];
        for (int i = 0; i < heads.length; i++) {
            right[i] = heads[i].startsWith(">");
            first[i] = right[i] ? heads[i].substring(1) : heads[i];
        }
        rows.add(first);
    }

    void row(String... cells) {
        if (cells.length != right.length) {
            throw new IllegalArgumentException(cells.length + " cells in " + right.length + " columns");
        }
        rows.add(cells);
    }

    String text() {
        int[] widths = new int[right.length];
        for (String[] row : rows) {
            for (int i = 0; i < row.length; i++) {
                widths[i] = Math.max(widths[i], row[i].length());
            }
        }
        StringBuilder text = new StringBuilder();
        for (String[] row : rows) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < row.length; i++) {
                String space = " ".repeat(widths[i] - row[i].length());
                line.append(i == 0 ? "" : GAP).append(right[i] ? space + row[i] : row[i] + space);
            }
            text.append(line.toString().stripTrailing()).append('\n');
        }
        return text.toString();
    }
}
