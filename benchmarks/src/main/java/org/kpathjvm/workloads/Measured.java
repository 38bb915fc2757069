package org.kpathjvm.workloads;

import java.time.Duration;

/**
 * The times of an iteration.
 *
 * @param startNanos when the iteration started, as a value of {@link System#nanoTime}
 * @param wallNanos how long the iteration took
 * @param cpuNanos the CPU time that the whole process used during the iteration, including the
 *     JVM's own threads; 0 where the system doesn't report it
 */
public record Measured(long startNanos, long wallNanos, long cpuNanos) {
  /** Runs one iteration, and returns the iteration's times. */
  static Measured iteration(Benchmark benchmark) throws Exception {
    Stopwatch stopwatch = Stopwatch.start();
    benchmark.iterate();
    return stopwatch.stop();
  }

  /**
   * Doesn't use the management beans, because loading them takes longer than the rest of a small
   * program's start.
   */
  private static long processCpuNanos() {
    return ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO).toNanos();
  }

  /**
   * Measures the wall time and the CPU time between a start and a stop. The class is public for
   * harness callbacks. A callback doesn't run the iteration, but only learns when the iteration
   * starts and ends.
   */
  public static final class Stopwatch {
    private final long startCpuNanos = processCpuNanos();
    private final long startNanos = System.nanoTime();

    private Stopwatch() {}

    /** Returns a stopwatch that starts now. */
    public static Stopwatch start() {
      return new Stopwatch();
    }

    /** Returns the times from the start until now. */
    public Measured stop() {
      long wallNanos = System.nanoTime() - startNanos;
      return new Measured(startNanos, wallNanos, processCpuNanos() - startCpuNanos);
    }
  }
}
