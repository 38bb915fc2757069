package org.kpathjvm.workloads;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/**
 * The times of an iteration.
 *
 * @param startNanos when it started, by {@link System#nanoTime}
 * @param wallNanos how long it took
 * @param cpuNanos CPU time of the whole process meanwhile: all its threads, the JVM's own included
 */
public record Measured(long startNanos, long wallNanos, long cpuNanos) {
  private static final OperatingSystemMXBean PROCESS =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

  /** Iterates once. */
  static Measured iteration(Benchmark benchmark) throws Exception {
    Stopwatch stopwatch = Stopwatch.start();
    benchmark.iterate();
    return stopwatch.stop();
  }

  /** Measures what is between its start and its stop, for callers that are told of both. */
  public static final class Stopwatch {
    private final long startCpuNanos = PROCESS.getProcessCpuTime();
    private final long startNanos = System.nanoTime();

    private Stopwatch() {}

    /** Started now. */
    public static Stopwatch start() {
      return new Stopwatch();
    }

    /** The times from the start until now. */
    public Measured stop() {
      long wallNanos = System.nanoTime() - startNanos;
      return new Measured(startNanos, wallNanos, PROCESS.getProcessCpuTime() - startCpuNanos);
    }
  }
}
