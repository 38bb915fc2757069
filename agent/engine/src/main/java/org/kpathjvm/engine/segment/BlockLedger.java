package org.kpathjvm.engine.segment;

import static org.kpathjvm.runtime.layout.SegmentLayout.BLOCK_BYTES;
import static org.kpathjvm.runtime.layout.SegmentLayout.BLOCK_STREAM;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import org.kpathjvm.engine.journal.BlockTag;
import org.kpathjvm.engine.journal.JournalWriter;
import org.kpathjvm.engine.journal.JournalWriter.Spilled;
import org.kpathjvm.runtime.layout.StreamFormat;

/**
 * One drain's knowledge of the blocks: which it has found, so that each chunk is taken once. A
 * block is forgotten when it is given back; in a segment that keeps its chunks it never is.
 *
 * <p>A chunk can be spilled: its words go to the journal and its block goes back before they are
 * counted. It has a number from then on that is no block's, with which its words are found.
 */
final class BlockLedger {
  /** Instead of the number of a spilled chunk: there is no room. */
  static final int NOT_SPILLED = -1;

  /** Each takes some 160 bytes of memory: not more than 20 MiB. */
  private static final int MOST_SPILLED = 1 << 17;

  private final SegmentReader segment;
  private final BitSet taken = new BitSet();
  private final Map<Integer, Spilled> spilled = new HashMap<>();

  /** Words of spilled chunks that are being counted. */
  private final Map<Integer, int[]> unpacked = new HashMap<>();

  private final int firstSpilled;
  private int nextSpilled;
  private volatile long spilledChunks;

  /** Completions of paths in what was spilled, and in what was decoded where it was. */
  private volatile long emitted;

  /** Bytes that were spilled and aren't counted yet. */
  private volatile long pendingBytes;

  /** When chunks were spilled that aren't counted yet; nanoTime. */
  private final Map<Integer, Long> spilledNanos = new HashMap<>();

  private JournalWriter journal;
  private Runnable afterEach = () -> {};

  BlockLedger(SegmentReader segment) {
    this.segment = segment;
    firstSpilled = segment.blockCount();
    nextSpilled = firstSpilled;
  }

  /** From now on chunks are appended to a journal before they are given back. */
  void keep(JournalWriter inJournal) {
    journal = inJournal;
  }

  /** What is to be done whenever a chunk has been consumed. */
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

  /** All words of a chunk were used; {@code size} bytes. */
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

  /** Whether chunks can be spilled now. */
  boolean canSpill() {
    return journal != null
        && !segment.kept()
        && spilled.size() < MOST_SPILLED
        && journal.canSpill();
  }

  /**
   * Spills a chunk that its producer is done with and of which nothing has been used.
   *
   * @param events completions of paths in it
   * @return its number; {@link #NOT_SPILLED}: it is where it was
   */
  int spill(int block, int lease, long sequence, boolean carrier, int events) {
    if (!canSpill()) {
      return NOT_SPILLED;
    }
    int size = segment.finalBytes(block);
    BlockTag tag = new BlockTag(BLOCK_STREAM, lease, sequence, carrier, segment.part(block));
    Spilled chunk = journal.spill(segment.bytes(block, size), tag);
    if (chunk == null) {
      return NOT_SPILLED;
    }
    giveBack(block);
    int number = nextSpilled++;
    spilled.put(number, chunk);
    spilledNanos.put(number, System.nanoTime());
    spilledChunks++;
    pendingBytes += size;
    emitted += events;
    return number;
  }

  /** So many completions were decoded of a chunk. */
  void decoded(int block, long events) {
    if (block < firstSpilled) {
      emitted += events;
    }
  }

  /** Completions of paths that have been seen in the segment, counted or not; from any thread. */
  long emitted() {
    return emitted;
  }

  /** Bytes that were spilled and aren't counted yet; from any thread. */
  long pendingBytes() {
    return pendingBytes;
  }

  /** When a chunk was spilled, by nanoTime; the latest time there is if it wasn't. */
  long spilledNanos(int block) {
    return spilledNanos.getOrDefault(block, Long.MAX_VALUE);
  }

  /** Chunks that have been spilled, until now. */
  long spilledChunks() {
    return spilledChunks;
  }

  /** Bytes used of a chunk that its producer is done with, 0 while it is open. */
  int finalBytes(int block) {
    return block < firstSpilled ? segment.finalBytes(block) : spilled.get(block).wordBytes();
  }

  /** Number of the part of the recording that a chunk belongs to. */
  int part(int block) {
    return block < firstSpilled ? segment.part(block) : spilled.get(block).part();
  }

  /** A closed block of counters has been counted, and can be made anew for a profile. */
  void keepCounters(int block) {
    if (journal != null) {
      journal.append(segment.bytes(block, BLOCK_BYTES), segment.tag(block));
    }
    segment.countTaken();
  }

  /** Word of a chunk; 0 behind the last. */
  int word(int block, int index) {
    if (block < firstSpilled) {
      return segment.word(block, index);
    }
    int[] words = words(block);
    return index < words.length ? words[index] : 0;
  }

  /** Copies words {@code from} (inclusive) to {@code to} to the same places of an array. */
  void copyWords(int block, int[] target, int from, int to) {
    if (block < firstSpilled) {
      segment.copyWords(block, target, from, to);
    } else {
      System.arraycopy(words(block), from, target, from, to - from);
    }
  }

  /**
   * The lease that a published chunk belongs to, -1 when the block is none or is just changing
   * hands. Other drains free blocks at any time; but they clear the lease first, so a lease that is
   * followed by another look at the state is that of the chunk that is there now.
   */
  int leaseOf(int block) {
    if (segment.state(block) != BLOCK_STREAM) {
      return -1;
    }
    int lease = segment.lease(block);
    return lease >= 0 && segment.state(block) == BLOCK_STREAM ? lease : -1;
  }

  /** Whether so many bytes can be the words of a chunk that its producer is done with. */
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
