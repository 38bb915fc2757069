package org.kpathjvm.core.instrument.options;

import java.util.Arrays;

/**
 * Sizes of code at which HotSpot changes its mind about inlining a method, in bytes of bytecode.
 *
 * <p>A call that isn't hot is inlined up to the first limit (MaxInlineSize, 35), a hot one up to
 * the second (FreqInlineSize, 325). What isn't inlined isn't seen by escape analysis: an object
 * that the compiler removes from the program stays, and so do its locks. So a method whose probes
 * take it beyond a limit may cost many times what the probes themselves do.
 */
public final class InliningLimits {
  /** HotSpot's MaxInlineSize, unless the JVM was started with another one. */
  public static final int MAX_INLINE_SIZE = 35;

  /**
   * HotSpot's FreqInlineSize on x86-64 and AArch64, unless the JVM was started with another one.
   */
  public static final int FREQ_INLINE_SIZE = 325;

  /** No size matters. */
  public static final InliningLimits NONE = new InliningLimits();

  /** Ascending. */
  private final int[] limits;

  /**
   * @param limits in bytes of code, in any order; a method of exactly so many is within
   */
  public InliningLimits(int... limits) {
    this.limits = limits.clone();
    Arrays.sort(this.limits);
  }

  /**
   * Counts the limits that a method's code exceeds with probes and doesn't exceed without.
   *
   * @param originalBytes of code without probes
   * @param bytes of code with them
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

  /** All of them as a text: two that differ have different texts. */
  @Override
  public String toString() {
    return Arrays.toString(limits);
  }
}
