package org.kpathjvm.core.structural;

import java.util.Locale;

/** The ways in which a path continues or ends after a node of a {@link StructureGraph}. */
public enum StepKind {
  /** The path continues to another node of the graph. */
  EDGE,
  /** The path ends with the method's return, or with an athrow at the graph's own level. */
  EXIT,
  /**
   * The path ends because the loop is left. "Structural Path Profiling" (Yasue et al., 2004) calls
   * this a virtual exit edge. The step still has the original edge's target.
   */
  LEAVE,
  /** The path ends because a back edge of the graph is taken. */
  LOOP,
  /**
   * The path is never completed. This is the dummy edge of a node for an inner loop that control
   * leaves only by an exception or not at all.
   */
  NONE;

  private final String label = name().toLowerCase(Locale.ROOT);

  /** Returns the kind's name in metadata. */
  public String label() {
    return label;
  }
}
