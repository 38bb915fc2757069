package org.kpathjvm.runtime.inline;

/**
 * What the agent hands to the inline profilers before their classes are initialised; they copy it
 * into static finals, which the JIT compilers fold.
 */
public final class InlineSetup {
  private InlineSetup() {}

  /** Whether completed paths are counted in arrays. */
  public static boolean array;

  /** Whether completed paths are counted in a hash table. */
  public static boolean hash;

  /**
   * Longest n-gram of the k-slab forest, 2 to {@link org.kpathjvm.runtime.layout.Bounds#LARGEST_K};
   * 0: there is none.
   */
  public static int k;

  /** Whether a child that was found is moved to the front of its siblings. */
  public static boolean moveToFront;

  /** Most bytes of all tables together. */
  public static long tableBytes;
}
