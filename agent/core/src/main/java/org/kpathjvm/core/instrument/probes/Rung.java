package org.kpathjvm.core.instrument.probes;

import java.util.Locale;

/**
 * How much of a method is recorded. The rungs are in descending order. A method is recorded on the
 * first rung that isn't rejected. A rung may be rejected because the code would become too large.
 * On every rung, what is recorded is exact.
 */
public enum Rung {
  /**
   * Records everything that the scheme can record. The increments are the Vals of the edges, unless
   * the scheme chooses others.
   */
  FULL,
  /**
   * Records what FULL records, in fewer bytes of code, except that k-iteration paths have only one
   * iteration here and on CUTS. The increments are on the chords of a spanning tree, which is
   * chosen so that the code is small.
   */
  CHORDS,
  /**
   * Records paths and sequences, but not the same ones as on the rungs above, because different
   * edges are cut. The cuts take fewer bytes of code: at a block with very many paths, so many
   * edges are cut that the blocks before it need no cuts. The increments are on chords.
   */
  CUTS,
  /** Records only the number of entries, with one counter. */
  ENTRY;

  private final String label = name().toLowerCase(Locale.ROOT);

  /** Returns the rung's name in metadata. */
  public String label() {
    return label;
  }
}
