package dacapo;

public class Callback {
    public void start(String benchmark) {
        System.err.println("===== fake " + benchmark + " starting =====");
    }

    public void startWarmup(String benchmark) {
        System.err.println("===== fake " + benchmark + " starting warmup =====");
    }

    public void stop() {}

    public void stopWarmup() {}

    public void complete(String benchmark, boolean valid) {
        System.err.println("===== fake " + benchmark + (valid ? " PASSED" : " FAILED") + " =====");
    }

    public void completeWarmup(String benchmark, boolean valid) {
        complete(benchmark, valid);
    }
}
