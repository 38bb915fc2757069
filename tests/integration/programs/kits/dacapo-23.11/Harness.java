/** Starts the harness. A parent of the callbacks' loader finds the harness beside this class. */
public class Harness {
    public static void main(String[] args) throws Exception {
        org.dacapo.harness.TestHarness.main(args);
        System.exit(0);
    }
}
