package io.github.reactorshm.discard;

/** In how many races an operator loses frames that nobody closes. */
enum Loses {

    NEVER("–"), SOMETIMES("sometimes"), ALWAYS("always");

    private final String cell;

    Loses(String cell) {
        this.cell = cell;
    }

    /** Its text in the README. */
    String cell() {
        return cell;
    }
}
