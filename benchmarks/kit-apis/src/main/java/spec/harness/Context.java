package spec.harness;

import spec.harness.results.SuiteResult;

/** What the parts of the harness share. */
public final class Context {
  private Context() {}

  /** The results so far; null before the suite was set up. */
  public static SuiteResult getSuiteResult() {
    return null;
  }
}
