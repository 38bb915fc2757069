package org.renaissance;

/**
 * A plug-in of Renaissance's harness. The harness notifies the plug-in of each event whose listener
 * the plug-in implements.
 */
public interface Plugin {
  /** A plug-in that is notified when an operation is about to be timed. */
  interface AfterOperationSetUpListener extends Plugin {
    /** Called before an operation. The operations of a benchmark are numbered from 0. */
    void afterOperationSetUp(String benchmark, int opIndex, boolean isLastOp);
  }

  /** A plug-in that is notified after an operation is timed and before the result is checked. */
  interface BeforeOperationTearDownListener extends Plugin {
    /** Called after an operation, with the time that the harness measured. */
    void beforeOperationTearDown(String benchmark, int opIndex, long durationNanos);
  }

  /** A plug-in that gets the measurements of each operation whose result was correct. */
  interface MeasurementResultListener extends Plugin {
    /** Called once for each metric, including {@code duration_ns}. */
    void onMeasurementResult(String benchmark, String metric, long value);
  }

  /**
   * A plug-in that is notified when an operation has failed, by an exception or by a wrong result.
   * A failure ends the benchmark.
   */
  interface BenchmarkFailureListener extends Plugin {
    /** Called after the benchmark has been torn down. */
    void onBenchmarkFailure(String benchmark);
  }
}
