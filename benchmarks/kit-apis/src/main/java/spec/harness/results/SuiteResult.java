package spec.harness.results;

/** The results of all benchmarks. */
public class SuiteResult extends TestResult {
  @Override
  public boolean isValid() {
    return false;
  }
}
