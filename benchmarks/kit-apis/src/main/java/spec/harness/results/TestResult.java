package spec.harness.results;

/** A result that can be wrong. */
public abstract class TestResult {
  /** Whether everything was run and had the expected output. */
  public abstract boolean isValid();
}
