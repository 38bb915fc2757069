package org.kpathjvm.engine.journal;

import static org.kpathjvm.engine.journal.JournalFormat.RECORD_MARK;

import java.nio.ByteBuffer;

/**
 * Identifies a block of a recording by the content of the block's descriptor in the segment. No two
 * blocks that are in use have the same tag.
 *
 * @param state the block's state in the segment: the state of a chunk of a stream, or one of the
 *     two states of a block of counters
 * @param lease the lease that the block belongs to
 * @param sequence the number of the block among blocks of the same kind, as in its descriptor
 * @param carrier whether the lease belongs to a carrier of virtual threads
 * @param part the part of the recording that the block belongs to
 */
public record BlockTag(int state, int lease, long sequence, boolean carrier, int part) {
  /** Puts the first fields of the block's record header ({@link JournalFormat}) into a buffer. */
  void putTo(ByteBuffer header) {
    header.putInt(RECORD_MARK).putInt(lease).putLong(sequence);
    header.putInt(carrier ? 1 : 0).putInt(state).putInt(part);
  }
}
