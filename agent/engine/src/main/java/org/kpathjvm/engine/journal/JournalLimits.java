package org.kpathjvm.engine.journal;

/**
 * How many bytes of disk the journals of a session may take, all of them together.
 *
 * @param journal a journal that is larger ends; 0: none is kept
 * @param spill chunks that were given back before they were counted may take so many; 0: none are
 */
public record JournalLimits(long journal, long spill) {
  /** Nothing but the disk limits a journal, and nothing is counted later. */
  public static final JournalLimits UNLIMITED_WITHOUT_SPILL = new JournalLimits(Long.MAX_VALUE, 0);

  /** Each drain's part. */
  public JournalLimits shared(int drains) {
    return new JournalLimits(journal / drains, spill / drains);
  }

  /** Where a journal ends; one with chunks that are counted later may use their room too. */
  long ofJournal(boolean hasSpilled) {
    return hasSpilled ? Math.max(journal, spill) : journal;
  }
}
