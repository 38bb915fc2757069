package org.kpathjvm.core.numbering;

import java.util.Locale;

/** Tells what makes a path complete. */
public enum EndKind {
  /** The path's last block ends with a return or athrow instruction. */
  EXIT,
  /**
   * An edge that is cut for a loop is taken. It is a back edge or, in loop-header mode, any edge
   * into a header.
   */
  LOOP,
  /** An edge that is cut because there were too many paths is taken. */
  CUT;

  private final String label = name().toLowerCase(Locale.ROOT);

  /** Returns the spelling used in the metadata and in reports. */
  public String label() {
    return label;
  }
}
