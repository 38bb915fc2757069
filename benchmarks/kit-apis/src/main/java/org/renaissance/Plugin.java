package org.renaissance;

/**
 * A plug-in of the harness of Renaissance. It is told about each event whose listener it
 * implements.
 */
public interface Plugin {
  /** A plug-in that is told when an operation is about to be timed. */
  interface AfterOperationSetUpListener extends Plugin {
    /** Called before an operation. The operations of a benchmark are numbered from 0. */
    void afterOperationSetUp(String benchmark, int opIndex, boolean isLastOp);
  }

  /** A plug-in that is told when an operation has been timed, before its result is checked. */
  interface BeforeOperationTearDownListener extends Plugin {
    /** Called after an operation, with the time that the harness measured. */
    void beforeOperationTearDown(String benchmark, int opIndex, long durationNanos);
  }

  /** A plug-in that is told the measurements of an operation whose result was right. */
  interface MeasurementResultListener extends Plugin {
    /** Called once for each metric, among them {@code duration_ns}. */
    void onMeasurementResult(String benchmark, String metric, long value);
  }

  /**
   * A plug-in that is told when an operation has thrown an exception or had a wrong result. Both
   * end the benchmark.
   */
  interface BenchmarkFailureListener extends Plugin {
    /** Called after the benchmark has been torn down. */
    void onBenchmarkFailure(String benchmark);
  }
}
