package org.kpathjvm.core.instrument.probes;

import java.util.Locale;

/**
 * How much of a method is recorded, in descending order. A method takes the first rung on which it
 * fits. Whatever a rung records is exact.
 */
public enum Rung {
  /** Paths and sequences are recorded; the increments are the Vals of the edges. */
  FULL,
  /**
   * Records what FULL records, in fewer bytes: the increments stand on the chords of a spanning
   * tree that is chosen for the size of their code.
   */
  CHORDS,
  /**
   * Paths and sequences are recorded, but they end at other edges: only blocks with very many paths
   * get cuts, and several edges of such a block are cut at once, so that the cuts take few bytes of
   * code. Increments stand on chords.
   */
  CUTS,
  /** Only the number of entries is recorded, by one counter. */
  ENTRY;

  private final String label = name().toLowerCase(Locale.ROOT);

  /** Returns the rung's name in metadata. */
  public String label() {
    return label;
  }
}
