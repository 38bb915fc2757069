package org.kpathjvm.workloads;

import java.time.Duration;

/**
 * The times of an iteration.
 *
 * @param startNanos when it started, by {@link System#nanoTime}
 * @param wallNanos how long it took
 * @param cpuNanos the CPU time that the whole process used meanwhile, including the JVM's own
 *     threads; 0 where the system doesn't report it
 */
public record Measured(long startNanos, long wallNanos, long cpuNanos) {
  /** Iterates once, and returns the times of the iteration. */
  static Measured iteration(Benchmark benchmark) throws Exception {
    Stopwatch stopwatch = Stopwatch.start();
    benchmark.iterate();
    return stopwatch.stop();
  }

  /**
   * Returns the CPU time of the process. This doesn't use the management beans, because loading
   * them takes longer than the rest of a small program's start.
   */
  private static long processCpuNanos() {
    return ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO).toNanos();
  }

  /**
   * Measures the time between its start and its stop. Public for harness callbacks, which only
   * learn when an iteration starts and ends.
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
