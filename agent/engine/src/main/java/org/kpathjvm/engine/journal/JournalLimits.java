package org.kpathjvm.engine.journal;

/**
 * Limits on the disk space of a session's journals: of all of them together, or of one ({@link
 * #shared}).
 *
 * @param journal the largest number of bytes in journals. A journal that would become larger ends.
 *     If the limit is 0, no journal is kept.
 * @param spill the largest number of bytes in spilled chunks, whose blocks are given back to the
 *     target before the chunks are counted. If the limit is 0, no chunk is spilled.
 */
public record JournalLimits(long journal, long spill) {
  /** The size of a journal is limited only by the disk, and no chunk is spilled. */
  public static final JournalLimits UNLIMITED_WITHOUT_SPILL = new JournalLimits(Long.MAX_VALUE, 0);

  /** Returns the limits of each drain's journal. */
  public JournalLimits shared(int drains) {
    return new JournalLimits(journal / drains, spill / drains);
  }

  /**
   * Returns the largest size of a journal. If the journal has spilled chunks, the result is the
   * larger of the two limits.
   */
  long ofJournal(boolean hasSpilled) {
    return hasSpilled ? Math.max(journal, spill) : journal;
  }
}
