package org.kpathjvm.engine.segment;

import java.io.IOException;
import java.nio.file.Path;
import org.kpathjvm.engine.journal.JournalLimits;
import org.kpathjvm.engine.journal.JournalWriter;

/** The journal of a drain, if it is to keep one. For any thread but for {@link #keep}. */
final class DrainJournal {
  private final BlockLedger blocks;
  private final LeaseShare share;
  private volatile JournalWriter journal;

  DrainJournal(BlockLedger blocks, LeaseShare share) {
    this.blocks = blocks;
    this.share = share;
  }

  /** From now on chunks are appended to it before they are given back. */
  void keep(Path directory, JournalLimits limits) throws IOException {
    journal = JournalWriter.create(directory, share.number(), share.drains(), limits);
    blocks.keep(journal);
  }

  /** Null, or why it could not be written any more. */
  String failure() {
    JournalWriter kept = journal;
    return kept == null ? null : kept.failure();
  }

  /** The journals of the other drains have ended: this one's alone is of no use. */
  void end() {
    JournalWriter kept = journal;
    if (kept != null) {
      kept.endSoon();
    }
  }
}
