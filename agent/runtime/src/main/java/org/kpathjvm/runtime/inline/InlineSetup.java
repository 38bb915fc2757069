package org.kpathjvm.runtime.inline;

/**
 * The values that the agent passes to the inline profilers, before their classes are initialised.
 * The classes copy {@link #k} into static final fields, which are constants for the JIT compilers.
 */
public final class InlineSetup {
  private InlineSetup() {}

  /**
   * Ids below this number have a counter in each thread's flat table ({@link LoneCounts}), if the
   * profiler has such tables.
   */
  public static final int TABLE_IDS = 1 << 17;

  /**
   * Empty tables of the kind that each thread {@linkplain Tables#fresh gets}; null if the profiler
   * has only counters.
   */
  public static Tables tables;

  /**
   * The number of paths in the longest sequence that is counted, from 2 to {@link
   * org.kpathjvm.runtime.layout.Bounds#LARGEST_K}.
   */
  public static int k;

  /** The largest number of bytes that all tables together may have. */
  public static long tableBytes;
}
