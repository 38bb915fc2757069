package org.dacapo.harness;

/** As of 9.12-MR1; the older way to stop is there too, to be tried with one benchmark. */
public class Callback {
    private final CommandLineArgs args;

    public Callback(CommandLineArgs args) {
        this.args = args;
    }

    public void start(String benchmark) {
        System.err.println("===== fake " + benchmark + " starting =====");
    }

    public void stop() {}

    public void stop(long duration) {}

    public void complete(String benchmark, boolean valid) {
        System.err.println("===== fake " + benchmark + (valid ? " PASSED" : " FAILED") + " =====");
    }
}
