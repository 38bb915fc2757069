package spec.harness.results;

/** The result of one iteration. */
public class IterationResult extends TestResult {
  @Override
  public boolean isValid() {
    return false;
  }
}
