package spec.harness.results;

public class SuiteResult extends TestResult {
    public boolean valid = true;

    public boolean isValid() {
        return valid;
    }
}
