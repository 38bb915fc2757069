package org.kpathjvm.engine.journal;

/**
 * Limits on the disk space of journals: of all journals of a session together, or of one journal
 * ({@link #shared}).
 *
 * @param journal the largest number of bytes in the journals. A journal ends before it would exceed
 *     this number. If the limit is 0, no journal is kept.
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

  /** Returns the largest size that a journal may have. */
  long ofJournal(boolean hasSpilled) {
    return hasSpilled ? Math.max(journal, spill) : journal;
  }
}
