package org.kpathjvm.core.structural;

import java.util.Locale;

/** How a path goes on from a node of a structure graph. */
public enum StepKind {
  /** To another node of the graph. */
  EDGE,
  /** It ends with the method's return, or with an athrow at this level. */
  EXIT,
  /** It ends as the loop is left: a virtual exit edge, which remembers the original target. */
  LEAVE,
  /** It ends as a back edge of the graph is taken. */
  LOOP,
  /** It never ends: the dummy edge of a loop node that nothing leaves. */
  NONE;

  private final String label = name().toLowerCase(Locale.ROOT);

  /** The spelling used in the metadata. */
  public String label() {
    return label;
  }
}
