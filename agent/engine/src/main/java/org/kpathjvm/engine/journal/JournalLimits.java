package org.kpathjvm.engine.journal;

/**
 * How many bytes of disk all journals of a session may take together.
 *
 * @param journal a journal that becomes larger ends; 0: no journal is kept
 * @param spill how many bytes the chunks may take that were given back before they were counted; 0:
 *     none are given back early
 */
public record JournalLimits(long journal, long spill) {
  /** Only the disk limits a journal, and no chunk is given back before it is counted. */
  public static final JournalLimits UNLIMITED_WITHOUT_SPILL = new JournalLimits(Long.MAX_VALUE, 0);

  /** Returns the limits of each drain's journal. */
  public JournalLimits shared(int drains) {
    return new JournalLimits(journal / drains, spill / drains);
  }

  /** Returns where a journal ends. A journal that has spilled chunks may use their room too. */
  long ofJournal(boolean hasSpilled) {
    return hasSpilled ? Math.max(journal, spill) : journal;
  }
}
