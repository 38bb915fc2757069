package org.kpathjvm.core.numbering;

import java.util.Arrays;
import java.util.stream.Collectors;

/** Where loops cut an execution into paths. */
public enum CutMode {
  /** On back edges alone, as Ball and Larus do. */
  BACK_EDGE("back-edge"),
  /**
   * On every ordinary edge into a loop header: section 3.2 of "On multi-iteration path profiling".
   */
  LOOP_HEADER("loop-header");

  private final String label;

  CutMode(String label) {
    this.label = label;
  }

  /** The spelling used in options and in the metadata. */
  public String label() {
    return label;
  }

  /**
   * The mode of that label.
   *
   * @throws IllegalArgumentException if there is none
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
