package org.kpathjvm.core.structural;

import java.util.Locale;

/** Tells how a path continues from a node of a structure graph. */
public enum StepKind {
  /** The path continues to another node of the graph. */
  EDGE,
  /** The path ends with the method's return, or with an athrow at this level. */
  EXIT,
  /**
   * The path ends because the loop is left: a virtual exit edge, which remembers the original
   * target.
   */
  LEAVE,
  /** The path ends because a back edge of the graph is taken. */
  LOOP,
  /** The path never ends: the dummy edge of a loop node that nothing leaves. */
  NONE;

  private final String label = name().toLowerCase(Locale.ROOT);

  /** Returns the spelling used in the metadata. */
  public String label() {
    return label;
  }
}
