package org.kpathjvm.workloads;

import java.time.Duration;

/**
 * The times of an iteration.
 *
 * @param startNanos when it started, by {@link System#nanoTime}
 * @param wallNanos how long it took
 * @param cpuNanos CPU time of the whole process meanwhile: all its threads, the JVM's own included;
 *     0 where the system doesn't report it
 */
public record Measured(long startNanos, long wallNanos, long cpuNanos) {
  /** Iterates once. */
  static Measured iteration(Benchmark benchmark) throws Exception {
    Stopwatch stopwatch = Stopwatch.start();
    benchmark.iterate();
    return stopwatch.stop();
  }

  /**
   * Not by the management beans: to load these takes longer than all else at a small program's
   * start.
   */
  private static long processCpuNanos() {
    return ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO).toNanos();
  }

  /** Measures what is between its start and its stop, for callers that learn of both. */
  public static final class Stopwatch {
    private final long startCpuNanos = processCpuNanos();
    private final long startNanos = System.nanoTime();

    private Stopwatch() {}

    /** Started now. */
    public static Stopwatch start() {
      return new Stopwatch();
    }

    /** The times from the start until now. */
    public Measured stop() {
      long wallNanos = System.nanoTime() - startNanos;
      return new Measured(startNanos, wallNanos, processCpuNanos() - startCpuNanos);
    }
  }
}
