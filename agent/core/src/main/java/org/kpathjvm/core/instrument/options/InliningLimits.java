package org.kpathjvm.core.instrument.options;

import java.util.Arrays;

/**
 * The sizes of a method, in bytes of bytecode, above which HotSpot no longer inlines it.
 *
 * <p>HotSpot inlines a call that isn't hot if the called method is no larger than MaxInlineSize. It
 * inlines a hot call if the method is no larger than FreqInlineSize. Escape analysis, by which the
 * compiler removes objects and locks, doesn't see into methods that aren't inlined. So if a method
 * exceeds a limit because of its probes, the program may become much slower than the probes
 * themselves would make it.
 */
public final class InliningLimits {
  /** HotSpot's MaxInlineSize, unless the JVM was started with another value. */
  public static final int MAX_INLINE_SIZE = 35;

  /**
   * HotSpot's FreqInlineSize on x86-64 and AArch64, unless the JVM was started with another value.
   */
  public static final int FREQ_INLINE_SIZE = 325;

  /** No limits. */
  public static final InliningLimits NONE = new InliningLimits();

  /** Ascending. */
  private final int[] limits;

  /**
   * Creates limits.
   *
   * @param limits the limits in bytes of code, in any order; a method whose size equals a limit is
   *     within this limit
   */
  public InliningLimits(int... limits) {
    this.limits = limits.clone();
    Arrays.sort(this.limits);
  }

  /**
   * Returns the number of limits that a method's code exceeds only because of its probes.
   *
   * @param originalBytes the number of bytes of code without probes
   * @param bytes the number of bytes of code with probes
   */
  public int crossed(int originalBytes, int bytes) {
    int crossed = 0;
    for (int limit : limits) {
      if (originalBytes <= limit && bytes > limit) {
        crossed++;
      }
    }
    return crossed;
  }

  /** Returns all limits as a string; different limits have different strings. */
  @Override
  public String toString() {
    return Arrays.toString(limits);
  }
}
