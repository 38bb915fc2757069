package org.dacapo.harness;

/** The callback of 9.12-MR1. It also has the older stop(), which one benchmark calls. */
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
