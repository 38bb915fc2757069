package org.kpathjvm.core.numbering;

import java.util.Locale;

/** What makes a path complete. */
public enum EndKind {
  /** Its last block ends in a return or athrow instruction. */
  EXIT,
  /**
   * An edge cut for a loop is taken: a back edge or, in loop-header mode, any edge into a header.
   */
  LOOP,
  /** An edge cut because there were too many paths is taken. */
  CUT;

  private final String label = name().toLowerCase(Locale.ROOT);

  /** The spelling used in the metadata and in reports. */
  public String label() {
    return label;
  }
}
