package org.kpathjvm.core.numbering;

import java.util.Locale;

/** The event that makes a path complete. */
public enum EndKind {
  /** The path's last block ends with a return or athrow instruction. */
  EXIT,
  /**
   * The path takes an edge that is cut because of a loop: a back edge or, in loop-header mode, any
   * edge into a header.
   */
  LOOP,
  /** The path takes an edge that is cut because there were too many paths. */
  CUT;

  private final String label = name().toLowerCase(Locale.ROOT);

  /** Returns the kind's name in metadata and reports. */
  public String label() {
    return label;
  }
}
