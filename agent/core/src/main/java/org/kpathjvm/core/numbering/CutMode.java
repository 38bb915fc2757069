package org.kpathjvm.core.numbering;

import java.util.Arrays;
import java.util.stream.Collectors;

/** Tells where loops cut an execution into paths. */
public enum CutMode {
  /** Paths are cut on back edges alone, as Ball and Larus do. */
  BACK_EDGE("back-edge"),
  /**
   * Paths are cut on every ordinary edge into a loop header, as in section 3.2 of "Ball-Larus Path
   * Profiling Across Multiple Loop Iterations" (D'Elia, Demetrescu and Finocchi).
   */
  LOOP_HEADER("loop-header");

  private final String label;

  CutMode(String label) {
    this.label = label;
  }

  /** Returns the spelling used in options and in the metadata. */
  public String label() {
    return label;
  }

  /**
   * Returns the mode with that label.
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
