package spec.harness.analyzer;

import spec.harness.results.IterationResult;

/**
 * An analyzer. SPECjvm2008's harness makes a new one for each iteration, and calls its methods when
 * the iteration starts and when it has ended.
 */
public abstract class AnalyzerBase {
  /** Called at the start and at intervals, from a separate thread. */
  public abstract void execute(long time);

  /** Sets where this iteration's results go. */
  public final void setIterationResult(IterationResult iterationResult) {}

  /** Called right before the benchmark's threads are started. */
  public void startMeasurementInterval() {}

  /** Called after the benchmark's threads have ended and the iteration has been torn down. */
  public void tearDown() {}
}
