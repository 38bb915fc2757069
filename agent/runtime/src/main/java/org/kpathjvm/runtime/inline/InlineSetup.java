package org.kpathjvm.runtime.inline;

/**
 * What the agent hands to the inline profilers before the profilers' classes are initialised. The
 * classes copy it into static finals, which the JIT compilers fold.
 */
public final class InlineSetup {
  private InlineSetup() {}

  /**
   * Ids below this one have a place in the flat tables of threads, if a profiler has such tables.
   */
  public static final int TABLE_IDS = 1 << 17;

  /** Empty tables of the kind that each thread gets; null if the profiler has only counters. */
  public static Tables tables;

  /**
   * The length of the longest n-gram, 2 to {@link org.kpathjvm.runtime.layout.Bounds#LARGEST_K}.
   */
  public static int k;

  /** The most bytes that all tables together may have. */
  public static long tableBytes;
}
