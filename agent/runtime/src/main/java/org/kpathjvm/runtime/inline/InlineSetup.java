package org.kpathjvm.runtime.inline;

/**
 * What the agent hands to the inline profilers before their classes are initialised; they copy it
 * into static finals, which the JIT compilers fold.
 */
public final class InlineSetup {
  private InlineSetup() {}

  /** Ids below this one have a place in threads' flat tables, if a profiler has such tables. */
  public static final int TABLE_IDS = 1 << 17;

  /** Tables as each thread gets them; null: the profiler has nothing but counters. */
  public static Tables tables;

  /**
   * Longest n-gram of the k-slab forest, 2 to {@link org.kpathjvm.runtime.layout.Bounds#LARGEST_K}.
   */
  public static int k;

  /** Most bytes of all tables together. */
  public static long tableBytes;
}
