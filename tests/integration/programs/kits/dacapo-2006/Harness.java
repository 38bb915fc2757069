/** Starts the harness, and ends with status 0 if the harness returns. */
public class Harness {
    public static void main(String[] args) throws Exception {
        dacapo.TestHarness.main(args);
        System.exit(0);
    }
}
