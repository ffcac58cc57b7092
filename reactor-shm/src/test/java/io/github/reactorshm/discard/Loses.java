package io.github.reactorshm.discard;

/** In how many races an operator loses frames that nobody closes. */
enum Loses {

    NEVER("–"),
    /** It may be and need not be: some of these are seen once in thousands of races. */
    SOMETIMES("sometimes"),
    /** The same, but it was seen in 25 of 100 races or more: that it is not seen in any of 100 would be news. */
    OFTEN("sometimes"), ALWAYS("always");

    private final String cell;

    Loses(String cell) {
        this.cell = cell;
    }

    /** Its text in the README. */
    String cell() {
        return cell;
    }
}
