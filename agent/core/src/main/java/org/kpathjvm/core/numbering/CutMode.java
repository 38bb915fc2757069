package org.kpathjvm.core.numbering;

import java.util.Arrays;
import java.util.stream.Collectors;

/** Determines at which edges of loops an execution is cut into paths. */
public enum CutMode {
  /** Paths end at back edges, as in Ball and Larus's paper, and at no other edges of loops. */
  BACK_EDGE("back-edge"),
  /**
   * Paths end at every ordinary edge into a loop header, as in section 3.2 of "Ball-Larus Path
   * Profiling Across Multiple Loop Iterations" (D'Elia, Demetrescu and Finocchi).
   */
  LOOP_HEADER("loop-header");

  private final String label;

  CutMode(String label) {
    this.label = label;
  }

  /** Returns the mode's name in options and metadata. */
  public String label() {
    return label;
  }

  /**
   * Returns the mode with the given label.
   *
   * @throws IllegalArgumentException if there is no such mode
   */
  public static CutMode parse(String label) {
    for (CutMode mode : values()) {
      if (mode.label.equals(label)) {
        return mode;
      }
    }
    String known = Arrays.stream(values()).map(CutMode::label).collect(Collectors.joining(" or "));
    throw new IllegalArgumentException("unknown cut mode: " + label + "; use " + known);
  }
}
