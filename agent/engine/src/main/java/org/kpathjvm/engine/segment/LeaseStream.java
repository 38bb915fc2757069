package org.kpathjvm.engine.segment;

import static org.kpathjvm.runtime.layout.SegmentLayout.BLOCK_BYTES;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.kpathjvm.runtime.layout.StreamFormat;

/**
 * Follows the stream of one lease from chunk to chunk. Each chunk is consumed once, in the order of
 * the sequence numbers. Then its block is given back to the target, unless the segment keeps its
 * chunks.
 *
 * <p>A chunk is finished when the target writes no more words to it. After damage, no more words of
 * the stream are used, but the blocks of finished chunks are still given back, so that the target
 * doesn't wait forever.
 */
final class LeaseStream {
  /** The largest number of words that are copied in one step if decoding may stop among them. */
  private static final int MOST_COPIED_WORDS = 1024;

  private static final int NO_BLOCK = -1;

  /**
   * After this many turns, an unfinished chunk is treated as finished if the stream's next chunk
   * has words.
   */
  private static final int PATIENCE_TURNS = 16;

  private final BlockLedger blocks;
  private final WordDecoder decoder;
  private final int lease;
  private final boolean carrier;
  private final StreamProfile profile;
  private final DrainParts parts;
  private final ActivationCursor cursor;
  private final FailureLog failures;

  /**
   * The blocks of unopened chunks in the segment, by sequence number. At most one of these chunks
   * is unfinished.
   */
  private final TreeMap<Long, Integer> pending = new TreeMap<>();

  /** The numbers that spilled chunks have in the {@link BlockLedger}, by sequence number. */
  private final Map<Long, Integer> spilled = new HashMap<>();

  private long sequence;
  private int block = NO_BLOCK;
  private int part;
  private int position;
  private int idleTurns;
  private boolean waiting;
  private boolean atEndOfOpenChunk;
  private boolean damaged;

  LeaseStream(
      BlockLedger blocks,
      WordDecoder decoder,
      int lease,
      boolean carrier,
      StreamProfile profile,
      DrainParts parts,
      FailureLog failures) {
    this.parts = parts;
    this.blocks = blocks;
    this.decoder = decoder;
    this.lease = lease;
    this.carrier = carrier;
    this.profile = profile;
    this.failures = failures;
    cursor = new ActivationCursor(profile);
  }

  StreamProfile profile() {
    return profile;
  }

  /**
   * Returns where the parts below {@code below} end in this stream. Only chunks that have been
   * found are considered.
   */
  StreamMark end(int below) {
    long last = block == NO_BLOCK || part >= below ? -1 : sequence;
    for (Map<Long, Integer> chunks : List.of(pending, spilled)) {
      for (Map.Entry<Long, Integer> chunk : chunks.entrySet()) {
        if (chunk.getKey() > last && blocks.part(chunk.getValue()) < below) {
          last = chunk.getKey();
        }
      }
    }
    if (last < 0) {
      return StreamMark.START;
    }
    boolean isCurrent = last == sequence && block != NO_BLOCK;
    int inBlock = isCurrent ? block : chunk(last);
    if (parts.isDropped(blocks.part(inBlock))) {
      return StreamMark.START;
    }
    if (blocks.finalBytes(inBlock) != 0) {
      return new StreamMark(last + 1, 0);
    }
    return new StreamMark(last, decoder.writtenEnd(inBlock, isCurrent ? position : 0));
  }

  /**
   * Returns whether the stream has been read up to a mark. Returns true for a damaged stream, which
   * won't be read any further.
   */
  boolean hasPassed(StreamMark mark) {
    return damaged || mark.isReached(sequence, block == NO_BLOCK ? 0 : position);
  }

  private Integer chunk(long ofSequence) {
    return pending.getOrDefault(ofSequence, spilled.get(ofSequence));
  }

  void offer(long chunk, int chunkBlock, boolean ofCarrier) {
    if (ofCarrier != carrier) {
      damage(
          "chunk "
              + chunk
              + (carrier ? " isn't" : " is")
              + " a carrier's, but other chunks of the lease "
              + (carrier ? "are" : "aren't"));
    }
    if (chunk < sequence || chunk == sequence && block != NO_BLOCK || isPending(chunk)) {
      damage("there are two chunks with the number " + chunk);
    } else {
      pending.put(chunk, chunkBlock);
    }
  }

  /** Returns whether the stream needs a chunk that hasn't been found yet. */
  boolean wantsChunk() {
    return block == NO_BLOCK && !isPending(sequence);
  }

  /** Returns whether all known words of the stream have been consumed. */
  boolean hasCaughtUp() {
    return block == NO_BLOCK ? wantsChunk() : !waiting && atEndOfOpenChunk;
  }

  /** Returns the number of finished, unopened chunks in the segment; 0 if the stream is damaged. */
  int surplus() {
    if (damaged || pending.isEmpty()) {
      return 0;
    }
    return pending.size() - (blocks.finalBytes(pending.lastEntry().getValue()) == 0 ? 1 : 0);
  }

  /**
   * Spills at most {@code most} finished, unopened chunks. The chunks that would be counted last
   * are spilled first.
   *
   * @return the number of spilled chunks; less than {@code most} if there are fewer finished,
   *     unopened chunks, or if there is no room for more
   */
  int spill(int most) {
    int count = 0;
    Map.Entry<Long, Integer> entry = damaged ? null : pending.lastEntry();
    for (; entry != null && count < most; entry = pending.lowerEntry(entry.getKey())) {
      long chunk = entry.getKey();
      if (BlockLedger.isSize(blocks.finalBytes(entry.getValue()))) {
        int inSegment = entry.getValue();
        int number = blocks.spill(inSegment, lease, chunk, carrier);
        if (number == BlockLedger.NOT_SPILLED) {
          return count;
        }
        pending.remove(chunk);
        spilled.put(chunk, number);
        count++;
      }
    }
    return count;
  }

  /**
   * Returns whether the stream has stopped at a RESUME because an earlier piece of the activation
   * hasn't been read yet.
   */
  boolean waiting() {
    return waiting;
  }

  /**
   * Consumes words that are available. Called once in each pass of the drain.
   *
   * @param mostChunks the largest number of chunks to consume
   * @param pass the number of the drain's pass
   * @param looked whether all chunks that existed when the pass began have been found
   * @param ending whether the target is dead
   * @return whether any words or chunks were consumed
   */
  boolean turn(int mostChunks, long pass, boolean looked, boolean ending) {
    cursor.beginPass(pass);
    boolean progressed = false;
    for (int chunks = 0;
        chunks < mostChunks
            && !(chunks > 0 && parts.isAsked())
            && (block != NO_BLOCK || openNext());
        chunks++) {
      int before = position;
      boolean finished = damaged ? blocks.finalBytes(block) != 0 || ending : consume(ending);
      progressed |= finished || position != before;
      if (!finished) {
        break;
      }
      finishChunk();
    }
    if (block != NO_BLOCK ? atEndOfOpenChunk : isHeld() || looked && wantsChunk()) {
      cursor.atEnd();
    }
    return progressed;
  }

  /** Marks the stream as damaged, because the piece for which it waits is missing. */
  void giveUpWaiting() {
    damage(at(position, "a RESUME of an activation whose earlier piece is missing"));
  }

  /** From now on, makes the stream give its blocks back without using the words. */
  void discard() {
    damaged = true;
    waiting = false;
  }

  /** Reports missing chunks. Called when the target is dead and all chunks have been consumed. */
  void complete() {
    if (!damaged && !(pending.isEmpty() && spilled.isEmpty())) {
      damage("chunk " + sequence + " is missing");
    }
  }

  private boolean isPending(long chunk) {
    return pending.containsKey(chunk) || spilled.containsKey(chunk);
  }

  /**
   * Returns whether the next chunk has been found and belongs to a held part. If so, the stream has
   * been read up to the end of an earlier part.
   */
  private boolean isHeld() {
    Integer next = chunk(sequence);
    return next != null && parts.isHeld(blocks.part(next));
  }

  private boolean openNext() {
    if (isHeld()) {
      return false;
    }
    Integer next = pending.remove(sequence);
    if (next == null) {
      next = spilled.remove(sequence);
    }
    if (next == null) {
      return false;
    }
    block = next;
    part = blocks.part(next);
    position = 0;
    idleTurns = 0;
    return true;
  }

  /**
   * Consumes words of the current chunk. Returns whether the whole chunk has been consumed and no
   * more words will be written to it.
   */
  private boolean consume(boolean ending) {
    atEndOfOpenChunk = false;
    if (parts.isDropped(part)) {
      return skip(ending);
    }
    if (parts.isFrozen(part)) {
      atEndOfOpenChunk = true;
      return false;
    }
    if (waiting && !cursor.awaitedIsReady()) {
      return false;
    }
    waiting = false;
    int finalBytes = blocks.finalBytes(block);
    try {
      if (finalBytes == 0) {
        consumeOpen();
        return isLeftOpen(ending);
      }
      int end = finalBytes / StreamFormat.WORD_BYTES;
      if (finalBytes % StreamFormat.WORD_BYTES != 0
          || finalBytes < 0
          || finalBytes > BLOCK_BYTES
          || end < position) {
        throw new StreamDamage("the chunk's final size is " + finalBytes + " bytes");
      }
      consumeFinished(end);
      return position == end;
    } catch (StreamDamage found) {
      damage(at(position, found.getMessage()));
      cursor.abandon();
      return finalBytes != 0;
    }
  }

  /**
   * Skips the rest of the current chunk if no more words will be written to the chunk. This is so
   * if the chunk is finished, the next chunk has been found, or the target is dead. Returns whether
   * the rest was skipped.
   */
  private boolean skip(boolean ending) {
    waiting = false;
    atEndOfOpenChunk = true;
    int finalBytes = blocks.finalBytes(block);
    if (finalBytes == 0 && !ending && !isPending(sequence + 1)) {
      return false;
    }
    int end =
        BlockLedger.isSize(finalBytes)
            ? finalBytes / StreamFormat.WORD_BYTES
            : decoder.writtenEnd(block, position);
    blocks.skipped(block, position, end);
    position = end;
    return true;
  }

  private void consumeFinished(int end) throws StreamDamage {
    while (!waiting && position < end) {
      int to = carrier ? Math.min(position + MOST_COPIED_WORDS, end) : end;
      decode(position, to, end, false);
    }
  }

  private void consumeOpen() throws StreamDamage {
    int before = -1;
    while (!waiting
        && position != before
        && position < WordDecoder.CHUNK_WORDS
        && blocks.word(block, position) != 0) {
      before = position;
      int to = Math.min(position + MOST_COPIED_WORDS, WordDecoder.CHUNK_WORDS);
      decode(position, to, WordDecoder.CHUNK_WORDS, true);
    }
    atEndOfOpenChunk = !waiting;
  }

  private void decode(int from, int to, int end, boolean open) throws StreamDamage {
    boolean isLate = parts.isConcluded(part);
    long before = decoder.events();
    try {
      decoder.decode(block, from, to, end, open, profile, cursor, isLate);
    } finally {
      blocks.decoded(block, decoder.events() - before);
      position = decoder.position();
      waiting = decoder.waiting();
    }
  }

  /**
   * Returns whether the current chunk won't get more words, although its final size is 0. Either
   * the target died before it stored the size, or the chunk was closed without words.
   */
  private boolean isLeftOpen(boolean ending) {
    Integer next = pending.getOrDefault(sequence + 1, spilled.get(sequence + 1));
    if (waiting || next == null || !ending && blocks.word(next, 0) == 0) {
      return false;
    }
    return ending || ++idleTurns > PATIENCE_TURNS;
  }

  private void finishChunk() {
    blocks.consumed(block, lease, sequence, carrier, consumedBytes());
    block = NO_BLOCK;
    position = 0;
    sequence++;
  }

  /**
   * Returns how many bytes of the chunk the journal must keep: the consumed bytes, or in a damaged
   * stream all bytes that were written.
   */
  private int consumedBytes() {
    int finalBytes = blocks.finalBytes(block);
    if (damaged && BlockLedger.isSize(finalBytes)) {
      return finalBytes;
    }
    int used = damaged ? decoder.writtenEnd(block, position) : position;
    return used * StreamFormat.WORD_BYTES;
  }

  private void damage(String what) {
    if (!damaged) {
      failures.add("stream of lease " + lease + " is damaged: " + what);
    }
    damaged = true;
    waiting = false;
  }

  private String at(int word, String what) {
    return "chunk " + sequence + ", byte " + (long) word * StreamFormat.WORD_BYTES + ": " + what;
  }
}
