package org.kpathjvm.core.numbering;

import java.util.Locale;

/** Tells what makes a path start. */
public enum StartKind {
  /** The method was entered. */
  ENTRY,
  /** An edge that is cut for a loop was taken. The path starts at its target, a loop header. */
  LOOP,
  /** An exception was dispatched to the handler that starts with the block. */
  HANDLER,
  /** An edge that is cut because there were too many paths was taken. */
  CUT;

  private final String label = name().toLowerCase(Locale.ROOT);

  /** Returns the spelling used in the metadata and in reports. */
  public String label() {
    return label;
  }
}
