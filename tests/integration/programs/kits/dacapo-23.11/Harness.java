/**
 * Starts the harness. The harness is on the class path, like this class, so the class loader that
 * loads this class also loads the harness and its callbacks.
 */
public class Harness {
    public static void main(String[] args) throws Exception {
        org.dacapo.harness.TestHarness.main(args);
        System.exit(0);
    }
}
