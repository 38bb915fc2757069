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
 * Knows which blocks one drain has found, so that each chunk is taken once. A block is forgotten
 * when it is given back. In a segment that keeps its chunks, no block is ever forgotten.
 *
 * <p>A chunk can be spilled: its words go to the journal, and its block is given back before the
 * words are counted. From then on the chunk has a number that no block has, by which its words are
 * found.
 */
final class BlockLedger {
  /** Returned instead of the number of a spilled chunk when there was no room for it. */
  static final int NOT_SPILLED = -1;

  /**
   * The most chunks that are spilled at a time. Each takes some 160 bytes of memory, so all
   * together take at most 20 MiB.
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
   * The completions of paths in spilled chunks, and those decoded from chunks that weren't spilled.
   */
  private volatile long emitted;

  /** The bytes of words that were spilled and aren't counted yet. */
  private volatile long pendingBytes;

  /** The nanoTime at which each of the spilled chunks was spilled, the oldest first. */
  private final TreeMap<Integer, Long> spilledNanos = new TreeMap<>();

  private JournalWriter journal;

  /** Null as long as there is no journal. */
  private GatheredChunk gathered;

  private Runnable afterEach = () -> {};

  BlockLedger(SegmentReader segment) {
    this.segment = segment;
    firstSpilled = segment.blockCount();
    nextSpilled = firstSpilled;
  }

  /** Makes the ledger append chunks to a journal from now on, before they are given back. */
  void keep(JournalWriter inJournal) {
    journal = inJournal;
    gathered = new GatheredChunk();
  }

  /** Sets what is done whenever a chunk has been consumed. */
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
   * Notes that all words of a chunk were used. A spilled chunk is forgotten. The block of any other
   * chunk is given back, after the chunk was appended to the journal if there is one. A segment
   * that keeps its chunks stays as it is.
   *
   * @param size how many bytes of words were used
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

  /** Returns whether chunks can be spilled now. */
  boolean canSpill() {
    return journal != null
        && !segment.kept()
        && spilled.size() < MOST_SPILLED
        && journal.canSpill();
  }

  /**
   * Spills a chunk that its producer has finished and of which nothing has been used. Its whole
   * activations are gathered, unless it is a carrier's. Such a chunk may have to wait in the middle
   * for another stream, so its words stay in their places.
   *
   * @return the chunk's number from now on, or {@link #NOT_SPILLED} if it stays where it is
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

  /** Notes how many completions of paths were decoded from a chunk. */
  void decoded(int block, long events) {
    if (block < firstSpilled) {
      emitted += events;
    }
  }

  /**
   * Returns the completions of paths that have been seen in the segment, counted or not; from any
   * thread.
   */
  long emitted() {
    return emitted;
  }

  /** Returns the bytes of words that were spilled and aren't counted yet; from any thread. */
  long pendingBytes() {
    return pendingBytes;
  }

  /**
   * Returns the nanoTime at which the oldest of the spilled chunks that aren't counted yet was
   * spilled, or Long.MAX_VALUE if there are none.
   */
  long oldestSpillNanos() {
    return spilledNanos.isEmpty() ? Long.MAX_VALUE : spilledNanos.firstEntry().getValue();
  }

  /** Returns how many chunks have been spilled so far. */
  long spilledChunks() {
    return spilledChunks;
  }

  /** Returns how many bytes of a finished chunk are used; 0 while the chunk is open. */
  int finalBytes(int block) {
    return block < firstSpilled ? segment.finalBytes(block) : spilled.get(block).wordBytes();
  }

  /** Returns the number of the part of the recording that a chunk belongs to. */
  int part(int block) {
    return block < firstSpilled ? segment.part(block) : spilled.get(block).part();
  }

  /**
   * Appends a closed block of counters, which has been counted, to the journal if there is one. A
   * profile can be made from the journal later.
   */
  void keepCounters(int block) {
    if (journal != null) {
      journal.append(segment.bytes(block, BLOCK_BYTES), segment.tag(block));
    }
    segment.countTaken();
  }

  /** Returns a word of a chunk; 0 after the last word of a spilled one. */
  int word(int block, int index) {
    if (block < firstSpilled) {
      return segment.word(block, index);
    }
    int[] words = words(block);
    return index < words.length ? words[index] : 0;
  }

  /**
   * Copies words {@code from} (inclusive) to {@code to} (exclusive) to the same places of an array.
   */
  void copyWords(int block, int[] target, int from, int to) {
    if (block < firstSpilled) {
      segment.copyWords(block, target, from, to);
    } else {
      System.arraycopy(words(block), from, target, from, to - from);
    }
  }

  /**
   * Returns the lease that a published chunk belongs to, or -1 when the block has no chunk or is
   * just changing hands.
   *
   * <p>Other drains free blocks at any time, but they clear the lease first. So the state is read
   * again after the lease: if the block still has a chunk, the lease is the one of the chunk that
   * is there now.
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
