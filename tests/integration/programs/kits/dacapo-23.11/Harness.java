/** Starts the harness. It is beside this class, so a parent of the callbacks' loader finds it. */
public class Harness {
    public static void main(String[] args) throws Exception {
        org.dacapo.harness.TestHarness.main(args);
        System.exit(0);
    }
}
