package io.github.reactorshm.discard;

import java.util.Arrays;
import java.util.stream.Collectors;

/** The table of raw frames as the README has it. */
final class RawTable {

    private RawTable() {}

    static String markdown() {
        StringBuilder table = new StringBuilder("| operator |");
        for (Ending ending : Ending.values()) {
            table.append(' ').append(ending.title()).append(" |");
        }
        table.append("\n|").append(" --- |".repeat(1 + Ending.values().length)).append('\n');
        for (Chain chain : Chains.ALL) {
            table.append("| ").append(chain.name()).append(" | ").append(Arrays.stream(Ending.values())
                    .map(ending -> chain.loses(ending).cell()).collect(Collectors.joining(" | "))).append(" |\n");
        }
        return table.toString();
    }
}
