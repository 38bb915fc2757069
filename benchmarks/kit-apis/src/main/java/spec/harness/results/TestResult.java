package spec.harness.results;

/** A result that can be wrong. */
public abstract class TestResult {
  /** Returns whether everything was run and had the expected output. */
  public abstract boolean isValid();
}
