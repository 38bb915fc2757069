/** As that of 9.12, but the harness is beside it, and found above the callbacks' loader. */
public class Harness {
    public static void main(String[] args) throws Exception {
        org.dacapo.harness.TestHarness.main(args);
        System.exit(0);
    }
}
