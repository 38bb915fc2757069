package spec.harness.results;

public abstract class TestResult {
    public abstract boolean isValid();
}
