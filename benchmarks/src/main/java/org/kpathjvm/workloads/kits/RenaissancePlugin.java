package org.kpathjvm.workloads.kits;

import org.renaissance.Plugin;

/**
 * Our plug-in for Renaissance ({@code --plugin}). What Renaissance calls an operation is an
 * iteration here.
 */
public final class RenaissancePlugin
    implements Plugin.AfterOperationSetUpListener,
        Plugin.BeforeOperationTearDownListener,
        Plugin.MeasurementResultListener,
        Plugin.BenchmarkFailureListener {
  private final KitIterations iterations = KitIterations.current();

  @Override
  public void afterOperationSetUp(String benchmark, int opIndex, boolean isLastOp) {
    iterations.start();
  }

  @Override
  public void beforeOperationTearDown(String benchmark, int opIndex, long durationNanos) {
    iterations.stop();
  }

  // Called only for valid results, once for each metric. An iteration's later calls do nothing.
  @Override
  public void onMeasurementResult(String benchmark, String metric, long value) {
    iterations.complete(true);
  }

  @Override
  public void onBenchmarkFailure(String benchmark) {
    iterations.complete(false);
  }
}
