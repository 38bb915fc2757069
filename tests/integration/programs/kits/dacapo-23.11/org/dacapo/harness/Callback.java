package org.dacapo.harness;

public class Callback {
    public Callback(CommandLineArgs args) {}

    public void start(String benchmark) {}

    public void stop(long duration) {}

    public void complete(String benchmark, boolean valid) {
        System.out.println("===== fake " + benchmark + (valid ? " PASSED" : " FAILED") + " =====");
    }
}
