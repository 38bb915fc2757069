package spec.harness.results;

/** A result, which is valid or wrong. */
public abstract class TestResult {
  /** Returns whether everything has been run and has given the expected output. */
  public abstract boolean isValid();
}
