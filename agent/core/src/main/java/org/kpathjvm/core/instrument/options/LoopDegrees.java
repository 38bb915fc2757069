package org.kpathjvm.core.instrument.options;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.kpathjvm.core.overlapping.LoopOverlaps;

/** The degree of overlap of each loop: that of the loop, else of its method, else of all. */
public final class LoopDegrees {
  /** Paths end at the first predicate behind the back edge. */
  public static final LoopDegrees ALL_ZERO = new LoopDegrees(0, Map.of());

  private final int ofAll;
  private final Map<String, Integer> named;

  private LoopDegrees(int ofAll, Map<String, Integer> named) {
    this.ofAll = ofAll;
    this.named = named;
  }

  /**
   * Degrees as options have them.
   *
   * @param named as org.foo.Bar.run:5, or org.foo.Bar.run@12:5 for the header at offset 12
   * @throws IllegalArgumentException with one line: what, the value, the remedy
   */
  public static LoopDegrees of(int ofAll, List<String> named) {
    Map<String, Integer> degrees = new HashMap<>();
    for (String one : named) {
      int colon = one.lastIndexOf(':');
      int degree = colon < 1 ? -1 : number(one.substring(colon + 1));
      if (degree < 0 || degree > LoopOverlaps.HIGHEST_DEGREE) {
        throw new IllegalArgumentException(
            "agent option loop-degree="
                + one
                + " is no loop and degree of 0 to "
                + LoopOverlaps.HIGHEST_DEGREE
                + ", as org.foo.Bar.run@12:5");
      }
      degrees.put(one.substring(0, colon), degree);
    }
    return new LoopDegrees(ofAll, degrees);
  }

  private static int number(String digits) {
    try {
      return Integer.parseInt(digits);
    } catch (NumberFormatException notOne) {
      return -1;
    }
  }

  /**
   * The degree of a loop.
   *
   * @param className internal name
   * @param offset of the loop's header, in bytes
   */
  public int of(String className, String method, int offset) {
    if (named.isEmpty()) {
      return ofAll;
    }
    String name = className.replace('/', '.') + "." + method;
    return named.getOrDefault(name + "@" + offset, named.getOrDefault(name, ofAll));
  }

  /** All of them: two that differ have different texts. */
  @Override
  public String toString() {
    return ofAll + " " + new TreeMap<>(named);
  }
}
