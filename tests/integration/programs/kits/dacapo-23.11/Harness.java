/** Starts the harness beside this class, which a parent of the callbacks' loader finds. */
public class Harness {
    public static void main(String[] args) throws Exception {
        org.dacapo.harness.TestHarness.main(args);
        System.exit(0);
    }
}
