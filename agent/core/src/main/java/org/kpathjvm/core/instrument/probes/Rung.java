package org.kpathjvm.core.instrument.probes;

import java.util.Locale;

/**
 * Says how much of a method is recorded. The rungs are in descending order. A method is recorded on
 * the first rung that isn't rejected. A rung is rejected if the code would become too large, for
 * example. On every rung, what is recorded is exact.
 */
public enum Rung {
  /**
   * Records everything that the scheme can record. The increments are the Vals of the edges, unless
   * the scheme chooses others.
   */
  FULL,
  /**
   * Records what FULL records, in fewer bytes of code. But k-iteration paths have only one
   * iteration from this rung on. The increments are on the chords of a spanning tree, which is
   * chosen so that the code is small.
   */
  CHORDS,
  /**
   * Records paths and sequences, but not the same ones as on the rungs above, because different
   * edges are cut. These cuts take fewer bytes of code: edges are cut only at blocks with very many
   * paths, and at such a block several edges are cut together. The increments are on chords.
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
