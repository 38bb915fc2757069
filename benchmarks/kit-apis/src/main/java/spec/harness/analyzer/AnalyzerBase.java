package spec.harness.analyzer;

import spec.harness.results.IterationResult;

/**
 * An analyzer, which SPECjvm2008's harness tells of an iteration. A new one is made for each
 * iteration.
 */
public abstract class AnalyzerBase {
  /** Called by a thread of its own, at the start and at intervals. */
  public abstract void execute(long time);

  /** Sets where this iteration's results go. */
  public final void setIterationResult(IterationResult iterationResult) {}

  /** Called right before the benchmark's threads are started. */
  public void startMeasurementInterval() {}

  /** Called after the benchmark's threads have ended and the iteration was torn down. */
  public void tearDown() {}
}
