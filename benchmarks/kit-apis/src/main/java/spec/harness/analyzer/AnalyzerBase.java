package spec.harness.analyzer;

import spec.harness.results.IterationResult;

/** Told of the iterations; a new one is made for each. */
public abstract class AnalyzerBase {
  /** Called by a thread of its own, at the start and at intervals. */
  public abstract void execute(long time);

  /** What this iteration's results go into. */
  public final void setIterationResult(IterationResult iterationResult) {}

  /** Right before the benchmark's threads are started. */
  public void startMeasurementInterval() {}

  /** After the benchmark's threads have ended and the iteration was torn down. */
  public void tearDown() {}
}
