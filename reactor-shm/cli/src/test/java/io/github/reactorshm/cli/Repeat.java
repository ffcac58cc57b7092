package io.github.reactorshm.cli;

/** Lists the channels of a directory, and shows one, again and again; prints how often. */
final class Repeat {

    private Repeat() {}

    public static void main(String[] args) {
        int times = Integer.parseInt(args[0]);
        int failures = 0;
        for (int i = 0; i < times; i++) {
            failures += ReactorShm.run("list", "--directory=" + args[1]);
            failures += ReactorShm.run("show", args[2], "--interval=0", "--directory=" + args[1]);
        }
        System.out.println(times + " times, " + failures + " failures");
    }
}
