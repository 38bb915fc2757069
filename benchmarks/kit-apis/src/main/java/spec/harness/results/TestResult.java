package spec.harness.results;

/** A result, which is either valid or invalid. */
public abstract class TestResult {
  /** Returns whether the result is valid: everything was run, and all output was as expected. */
  public abstract boolean isValid();
}
