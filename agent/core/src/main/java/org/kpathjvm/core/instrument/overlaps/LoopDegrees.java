package org.kpathjvm.core.instrument.overlaps;

import java.util.List;
import org.kpathjvm.core.instrument.options.LoopRules;
import org.kpathjvm.core.overlapping.LoopOverlaps;

/** The degree of overlap of each loop: what the last rule for it says, else that of all. */
public final class LoopDegrees {
  /** Paths end at the first predicate behind the back edge. */
  public static final LoopDegrees ALL_ZERO = of(0, List.of());

  private final int ofAll;
  private final LoopRules rules;

  private LoopDegrees(int ofAll, LoopRules rules) {
    this.ofAll = ofAll;
    this.rules = rules;
  }

  /**
   * Degrees as options have them.
   *
   * @param rules as {@link LoopRules} has them
   * @throws IllegalArgumentException with one line: what, the value, the remedy
   */
  public static LoopDegrees of(int ofAll, List<String> rules) {
    return new LoopDegrees(
        ofAll, LoopRules.of("loop-degree", 0, LoopOverlaps.HIGHEST_DEGREE, rules));
  }

  /**
   * The degree of a loop.
   *
   * @param className internal name
   * @param offset of the loop's header, in bytes
   */
  public int of(String className, String method, int offset) {
    return rules.number(ofAll, className, method, offset);
  }

  /** All of them: two that differ have different texts. */
  @Override
  public String toString() {
    return ofAll + " " + rules;
  }
}
