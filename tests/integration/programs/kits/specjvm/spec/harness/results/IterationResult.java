package spec.harness.results;

public class IterationResult extends TestResult {
    public boolean valid = true;

    public boolean isValid() {
        return valid;
    }
}
