package org.kpathjvm.core.instrument.probes;

import java.util.Locale;

/**
 * How much of a method is recorded, the most first. A method takes the first rung on which it fits;
 * whatever a rung records is exact.
 */
public enum Rung {
  /** Paths and sequences; increments are the paths' Vals. */
  FULL,
  /**
   * The same information in fewer bytes: increments stand on the chords of a spanning tree chosen
   * for the size of their code.
   */
  CHORDS,
  /**
   * Paths and sequences, cut at other edges for their number: those that take the fewest bytes of
   * code; and chords.
   */
  CUTS,
  /** The number of entries: one counter, no paths. */
  ENTRY;

  private final String label = name().toLowerCase(Locale.ROOT);

  /** The name in metadata. */
  public String label() {
    return label;
  }
}
