package org.kpathjvm.core.numbering;

import java.util.Locale;

/** The event that makes a path start. */
public enum StartKind {
  /** The method was entered. */
  ENTRY,
  /**
   * The activation took an edge that is cut because of a loop. The path starts at the edge's
   * target, a loop header.
   */
  LOOP,
  /** An exception was dispatched to a handler. The path starts at the entry of the handler. */
  HANDLER,
  /** The activation took an edge that is cut because there were too many paths. */
  CUT;

  private final String label = name().toLowerCase(Locale.ROOT);

  /** Returns the kind's name in metadata and reports. */
  public String label() {
    return label;
  }
}
