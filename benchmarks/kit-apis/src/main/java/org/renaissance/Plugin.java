package org.renaissance;

/** A plug-in of the harness; it is told what it implements the listeners of. */
public interface Plugin {
  /** Told when an operation is about to be timed. */
  interface AfterOperationSetUpListener extends Plugin {
    /** Operations count from 0. */
    void afterOperationSetUp(String benchmark, int opIndex, boolean isLastOp);
  }

  /** Told when an operation has been timed, before its result is checked. */
  interface BeforeOperationTearDownListener extends Plugin {
    /** The harness took the time. */
    void beforeOperationTearDown(String benchmark, int opIndex, long durationNanos);
  }

  /** Told what was measured of an operation whose result was right. */
  interface MeasurementResultListener extends Plugin {
    /** Once for each metric, among them {@code duration_ns}. */
    void onMeasurementResult(String benchmark, String metric, long value);
  }

  /** Told when an operation threw or its result was wrong, which ends the benchmark. */
  interface BenchmarkFailureListener extends Plugin {
    /** After the benchmark was torn down. */
    void onBenchmarkFailure(String benchmark);
  }
}
