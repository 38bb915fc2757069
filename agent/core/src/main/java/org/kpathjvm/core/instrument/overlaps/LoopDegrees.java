package org.kpathjvm.core.instrument.overlaps;

import java.util.List;
import org.kpathjvm.core.instrument.options.LoopRules;
import org.kpathjvm.core.overlapping.LoopOverlaps;

/**
 * The degree of overlap that is requested for each loop ({@link LoopOverlaps}). All loops to which
 * none of the user's rules applies have the same degree.
 */
public final class LoopDegrees {
  /**
   * A degree of 0 for all loops, which means that every extension ends with its first predicate at
   * the latest.
   */
  public static final LoopDegrees ALL_ZERO = of(0, List.of());

  private final int ofAll;
  private final LoopRules rules;

  private LoopDegrees(int ofAll, LoopRules rules) {
    this.ofAll = ofAll;
    this.rules = rules;
  }

  /**
   * Reads degrees from options.
   *
   * @param ofAll the degree of all loops to which no rule applies
   * @param rules the rules as strings, in the form that {@link LoopRules} describes
   * @throws IllegalArgumentException if a string isn't a rule, or if its degree isn't allowed. The
   *     message is one line: the option, the value and the allowed form.
   */
  public static LoopDegrees of(int ofAll, List<String> rules) {
    return new LoopDegrees(
        ofAll, LoopRules.of("loop-degree", 0, LoopOverlaps.HIGHEST_DEGREE, rules));
  }

  /**
   * Returns the degree that is requested for a loop.
   *
   * @param className the internal name
   * @param offset the bytecode offset of the loop's header
   */
  public int of(String className, String method, int offset) {
    return rules.number(ofAll, className, method, offset);
  }

  /** Returns all degrees as a string; different degrees have different strings. */
  @Override
  public String toString() {
    return ofAll + " " + rules;
  }
}
