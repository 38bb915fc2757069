package org.kpathjvm.engine.segment;

import java.io.IOException;
import java.nio.file.Path;
import org.kpathjvm.engine.journal.JournalLimits;
import org.kpathjvm.engine.journal.JournalWriter;

/**
 * The journal of a drain, if the drain keeps one. Any thread may call any method except {@link
 * #keep}.
 */
final class DrainJournal {
  private final BlockLedger blocks;
  private final LeaseShare share;
  private volatile JournalWriter journal;

  DrainJournal(BlockLedger blocks, LeaseShare share) {
    this.blocks = blocks;
    this.share = share;
  }

  /**
   * Creates the journal. From then on, each chunk is appended to it before the chunk's block is
   * given back.
   */
  void keep(Path directory, JournalLimits limits) throws IOException {
    journal = JournalWriter.create(directory, share.number(), share.drains(), limits);
    blocks.keep(journal);
  }

  /** Returns why the journal has ended; null if it hasn't ended or there is no journal. */
  String failure() {
    JournalWriter kept = journal;
    return kept == null ? null : kept.failure();
  }

  /** Ends the journal, which is useless because another drain's journal has ended. */
  void end() {
    JournalWriter kept = journal;
    if (kept != null) {
      kept.endSoon();
    }
  }
}
