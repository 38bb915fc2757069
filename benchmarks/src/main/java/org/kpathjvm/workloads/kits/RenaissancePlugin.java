package org.kpathjvm.workloads.kits;

import org.renaissance.Plugin;

/** The plug-in of Renaissance ({@code --plugin}); its operations are our iterations. */
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

  // Told of valid results alone, and of several metrics of each.
  @Override
  public void onMeasurementResult(String benchmark, String metric, long value) {
    iterations.complete(true);
  }

  @Override
  public void onBenchmarkFailure(String benchmark) {
    iterations.complete(false);
  }
}
