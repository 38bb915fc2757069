package org.kpathjvm.runtime.inline;

/**
 * The settings of the inline profilers. The agent writes the variables before the profilers'
 * classes are initialised. Classes that need {@link #k} copy it into static final fields, which are
 * constants for the JIT compilers.
 */
public final class InlineSetup {
  private InlineSetup() {}

  /**
   * The number of counters in a thread's flat table ({@link LoneCounts}). The table has a counter
   * for each id below this number.
   */
  public static final int TABLE_IDS = 1 << 17;

  /**
   * Empty tables of the kind that each thread {@linkplain Tables#fresh gets}; null if the profiler
   * has no tables of its own.
   */
  public static Tables tables;

  /**
   * The number of paths in the longest sequence that is counted, from 2 to {@link
   * org.kpathjvm.runtime.layout.Bounds#LARGEST_K}.
   */
  public static int k;

  /** The largest number of bytes that all tables together may take. */
  public static long tableBytes;
}
