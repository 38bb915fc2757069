package org.kpathjvm.engine.segment;

import static org.kpathjvm.runtime.layout.SegmentLayout.BLOCK_BYTES;
import static org.kpathjvm.runtime.layout.SegmentLayout.BLOCK_STREAM;

import java.nio.ByteBuffer;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.kpathjvm.engine.journal.BlockTag;
import org.kpathjvm.engine.journal.JournalWriter;
import org.kpathjvm.engine.journal.JournalWriter.Spilled;
import org.kpathjvm.runtime.layout.StreamFormat;

/**
 * The blocks in which one drain has found chunks. Each chunk is taken exactly once. A block is
 * removed from the ledger when it is given back to the target. In a segment that keeps its chunks,
 * blocks are never given back.
 *
 * <p>A chunk can be spilled: its words are written to the journal, and its block is given back
 * before the words are counted. Then the chunk gets a number that no block has.
 */
final class BlockLedger {
  /** The result of {@link #spill} if the chunk can't be spilled now. */
  static final int NOT_SPILLED = -1;

  /**
   * The largest number of spilled chunks at a time. Each takes about 160 bytes of the engine's
   * memory, so all take 20 MiB.
   */
  private static final int MOST_SPILLED = 1 << 17;

  private final SegmentReader segment;
  private final BitSet taken = new BitSet();
  private final Map<Integer, Spilled> spilled = new HashMap<>();

  /** The words of spilled chunks that are being counted. */
  private final Map<Integer, int[]> unpacked = new HashMap<>();

  private final int firstSpilled;
  private int nextSpilled;
  private volatile long spilledChunks;

  /**
   * The number of path completions in all spilled chunks, and in the decoded or skipped words of
   * all other chunks.
   */
  private volatile long emitted;

  /** The number of bytes of words that were spilled and aren't counted yet. */
  private volatile long pendingBytes;

  /** The nanoTime at which each spilled chunk was spilled, by the chunk's number. */
  private final TreeMap<Integer, Long> spilledNanos = new TreeMap<>();

  private JournalWriter journal;

  /** Null if there is no journal and no word has been skipped. */
  private GatheredChunk gathered;

  private Runnable afterEach = () -> {};

  BlockLedger(SegmentReader segment) {
    this.segment = segment;
    firstSpilled = segment.blockCount();
    nextSpilled = firstSpilled;
  }

  /** Appends each chunk to a journal from now on, before the chunk's block is given back. */
  void keep(JournalWriter inJournal) {
    journal = inJournal;
    gathered = new GatheredChunk();
  }

  void afterEach(Runnable action) {
    afterEach = action;
  }

  SegmentReader segment() {
    return segment;
  }

  boolean isTaken(int block) {
    return taken.get(block);
  }

  void take(int block) {
    taken.set(block);
  }

  /**
   * Notes that no more words of a chunk will be read. Unless the segment keeps its chunks, the
   * chunk is appended to the journal, if there is one, and its block is given back. For a spilled
   * chunk, this was done when it was spilled.
   *
   * @param size the number of bytes of words that the journal must keep
   */
  void consumed(int block, int lease, long sequence, boolean carrier, int size) {
    if (block >= firstSpilled) {
      unpacked.remove(block);
      spilledNanos.remove(block);
      Spilled chunk = spilled.remove(block);
      pendingBytes -= chunk.wordBytes();
      journal.counted(chunk);
    } else if (!segment.kept()) {
      if (journal != null) {
        journal.append(
            segment.bytes(block, size),
            new BlockTag(BLOCK_STREAM, lease, sequence, carrier, segment.part(block)));
      }
      giveBack(block);
    }
    afterEach.run();
  }

  boolean canSpill() {
    return journal != null
        && !segment.kept()
        && spilled.size() < MOST_SPILLED
        && journal.canSpill();
  }

  /**
   * Spills a finished chunk whose words haven't been used yet. Equal records of whole activations
   * are gathered ({@link GatheredChunk}), except in a carrier's chunk. The words of a carrier's
   * chunk must stay in order, because a drain may have to stop within the chunk and wait for
   * another stream.
   *
   * @return the chunk's new number, or {@link #NOT_SPILLED} if the chunk remains in its block
   */
  int spill(int block, int lease, long sequence, boolean carrier) {
    if (!canSpill()) {
      return NOT_SPILLED;
    }
    int size = segment.finalBytes(block);
    BlockTag tag = new BlockTag(BLOCK_STREAM, lease, sequence, carrier, segment.part(block));
    ByteBuffer words = gathered.read(segment, block, size / StreamFormat.WORD_BYTES);
    if (words == null || carrier) {
      words = segment.bytes(block, size);
    }
    Spilled chunk = journal.spill(words, tag);
    if (chunk == null) {
      return NOT_SPILLED;
    }
    giveBack(block);
    int number = nextSpilled++;
    spilled.put(number, chunk);
    spilledNanos.put(number, System.nanoTime());
    spilledChunks++;
    pendingBytes += chunk.wordBytes();
    emitted += gathered.events();
    return number;
  }

  /**
   * Adds to {@link #emitted} the number of path completions that were decoded from a chunk. Does
   * nothing if the chunk was spilled, because {@link #spill} added its completions.
   */
  void decoded(int block, long events) {
    if (block < firstSpilled) {
      emitted += events;
    }
  }

  /**
   * Adds to {@link #emitted} the number of path completions in the words at the indices {@code
   * from} to {@code end} - 1, which are skipped because they belong to a dropped part. As in {@link
   * #decoded}, spilled chunks are left out.
   */
  void skipped(int block, int from, int end) {
    // A kept segment isn't read while its target runs, so nobody asks what the target has emitted.
    if (block < firstSpilled && !segment.kept() && from < end) {
      if (gathered == null) {
        gathered = new GatheredChunk();
      }
      emitted += gathered.eventsIn(segment, block, from, end);
    }
  }

  long emitted() {
    return emitted;
  }

  long pendingBytes() {
    return pendingBytes;
  }

  /**
   * Returns the nanoTime of the earliest spill of a chunk that isn't counted yet; Long.MAX_VALUE if
   * there is no such chunk.
   */
  long oldestSpillNanos() {
    return spilledNanos.isEmpty() ? Long.MAX_VALUE : spilledNanos.firstEntry().getValue();
  }

  long spilledChunks() {
    return spilledChunks;
  }

  /** Returns the number of used bytes in a finished chunk; 0 if the chunk isn't finished. */
  int finalBytes(int block) {
    return block < firstSpilled ? segment.finalBytes(block) : spilled.get(block).wordBytes();
  }

  int part(int block) {
    return block < firstSpilled ? segment.part(block) : spilled.get(block).part();
  }

  /**
   * Notes that the counters in a closed block have been added up. The block is appended to the
   * journal, if there is one.
   */
  void keepCounters(int block) {
    if (journal != null) {
      journal.append(segment.bytes(block, BLOCK_BYTES), segment.tag(block));
    }
    segment.countTaken();
  }

  /** Returns a word of a chunk; 0 after the last word of a spilled chunk. */
  int word(int block, int index) {
    if (block < firstSpilled) {
      return segment.word(block, index);
    }
    int[] words = words(block);
    return index < words.length ? words[index] : 0;
  }

  /**
   * Copies the words at the indices {@code from} to {@code to} - 1 to the same indices of the
   * target.
   */
  void copyWords(int block, int[] target, int from, int to) {
    if (block < firstSpilled) {
      segment.copyWords(block, target, from, to);
    } else {
      System.arraycopy(words(block), from, target, from, to - from);
    }
  }

  /**
   * Returns the lease to which the chunk in a block belongs; -1 if the block has no chunk, or is
   * just being freed or reused.
   *
   * <p>Another drain may free the block at any time. That drain clears the lease before it changes
   * the state. So the lease is right if the state, read again after the lease, is still that of a
   * chunk.
   */
  int leaseOf(int block) {
    if (segment.state(block) != BLOCK_STREAM) {
      return -1;
    }
    int lease = segment.lease(block);
    return lease >= 0 && segment.state(block) == BLOCK_STREAM ? lease : -1;
  }

  /** Returns whether a finished chunk can have {@code finalBytes} bytes of words. */
  static boolean isSize(int finalBytes) {
    return finalBytes > 0 && finalBytes <= BLOCK_BYTES && finalBytes % StreamFormat.WORD_BYTES == 0;
  }

  private int[] words(int block) {
    return unpacked.computeIfAbsent(block, number -> journal.read(spilled.get(number)));
  }

  private void giveBack(int block) {
    taken.clear(block);
    segment.free(block);
  }
}
