package org.kpathjvm.core.instrument.options;

import java.util.Arrays;

/**
 * The sizes of code, in bytes of bytecode, at which HotSpot decides differently about inlining a
 * method.
 *
 * <p>A call that isn't hot is inlined up to the first limit (MaxInlineSize, 35), and a hot call up
 * to the second (FreqInlineSize, 325). Escape analysis doesn't see into methods that aren't
 * inlined. An object that the compiler would otherwise have removed from the program then stays,
 * and so do its locks. So if probes push a method beyond a limit, that may cost many times what the
 * probes themselves cost.
 */
public final class InliningLimits {
  /** HotSpot's MaxInlineSize, unless the JVM was started with another value. */
  public static final int MAX_INLINE_SIZE = 35;

  /**
   * HotSpot's FreqInlineSize on x86-64 and AArch64, unless the JVM was started with another value.
   */
  public static final int FREQ_INLINE_SIZE = 325;

  /** Limits for which no size matters. */
  public static final InliningLimits NONE = new InliningLimits();

  /** The limits, ascending. */
  private final int[] limits;

  /**
   * Creates limits.
   *
   * @param limits the limits in bytes of code, in any order; a method of exactly that size is
   *     within the limit
   */
  public InliningLimits(int... limits) {
    this.limits = limits.clone();
    Arrays.sort(this.limits);
  }

  /**
   * Counts the limits that a method's code exceeds with probes but not without.
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

  /** Returns all limits as a text; different limits have different texts. */
  @Override
  public String toString() {
    return Arrays.toString(limits);
  }
}
