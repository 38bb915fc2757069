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
record Measured(long startNanos, long wallNanos, long cpuNanos) {
  private static final OperatingSystemMXBean PROCESS =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

  /** Iterates once. */
  static Measured iteration(Benchmark benchmark) throws Exception {
    long startCpuNanos = PROCESS.getProcessCpuTime();
    long startNanos = System.nanoTime();
    benchmark.iterate();
    long wallNanos = System.nanoTime() - startNanos;
    return new Measured(startNanos, wallNanos, PROCESS.getProcessCpuTime() - startCpuNanos);
  }
}
