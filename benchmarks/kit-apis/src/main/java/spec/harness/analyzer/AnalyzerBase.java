package spec.harness.analyzer;

import spec.harness.results.IterationResult;

/** An analyzer. SPECjvm2008's harness creates an analyzer for each iteration. */
public abstract class AnalyzerBase {
  /** Called when the iteration starts, and at intervals afterwards, from a separate thread. */
  public abstract void execute(long time);

  /** Sets the object that holds the iteration's result. */
  public final void setIterationResult(IterationResult iterationResult) {}

  /** Called right before the benchmark's threads are started. */
  public void startMeasurementInterval() {}

  /** Called after the benchmark's threads have ended and the iteration has been torn down. */
  public void tearDown() {}
}
