package org.kpathjvm.engine.segment;

import java.io.IOException;
import java.nio.file.Path;
import org.kpathjvm.engine.journal.JournalLimits;
import org.kpathjvm.engine.journal.JournalWriter;

/** The journal of a drain, if it keeps one. Any thread may call all methods but {@link #keep}. */
final class DrainJournal {
  private final BlockLedger blocks;
  private final LeaseShare share;
  private volatile JournalWriter journal;

  DrainJournal(BlockLedger blocks, LeaseShare share) {
    this.blocks = blocks;
    this.share = share;
  }

  /** Creates the journal; from now on chunks are appended to it before they are given back. */
  void keep(Path directory, JournalLimits limits) throws IOException {
    journal = JournalWriter.create(directory, share.number(), share.drains(), limits);
    blocks.keep(journal);
  }

  /** Returns why the journal can't be written any more, or null. */
  String failure() {
    JournalWriter kept = journal;
    return kept == null ? null : kept.failure();
  }

  /** Ends the journal: those of other drains have ended, and it is useless without them. */
  void end() {
    JournalWriter kept = journal;
    if (kept != null) {
      kept.endSoon();
    }
  }
}
