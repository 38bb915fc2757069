package org.kpathjvm.engine.segment;

import static org.kpathjvm.runtime.layout.SegmentLayout.BLOCK_BYTES;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.kpathjvm.runtime.layout.StreamFormat;

/**
 * Follows the stream of one lease from chunk to chunk. Chunks are consumed in the order of their
 * sequence numbers, each exactly once, and given back unless the segment keeps them.
 *
 * <p>Once the stream is found damaged nothing more is taken from it; its chunks are still given
 * back as they are finished, so that the target does not wait for ever.
 */
final class LeaseStream {
  /** Words copied at once of a chunk of which perhaps not all can be used now. */
  private static final int MOST_COPIED_WORDS = 1024;

  private static final int NO_BLOCK = -1;

  /** Turns after which an unfinished chunk with a successor in use is taken for finished. */
  private static final int PATIENCE_TURNS = 16;

  private final BlockLedger blocks;
  private final WordDecoder decoder;
  private final int lease;
  private final boolean carrier;
  private final StreamProfile profile;
  private final DrainParts parts;
  private final ActivationCursor cursor;
  private final FailureLog failures;

  /** Chunks in the segment, by their ordinals; at most one of them isn't finished. */
  private final TreeMap<Long, Integer> pending = new TreeMap<>();

  /** Those that were spilled. */
  private final Map<Long, Integer> spilled = new HashMap<>();

  private long sequence;
  private int block = NO_BLOCK;

  /** The part of the recording that the current chunk belongs to. */
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

  /** Where the parts below one end now, as far as its chunks are known. */
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

  /** Whether it has been read up to a mark, or won't ever be. */
  boolean hasPassed(StreamMark mark) {
    return damaged || mark.isReached(sequence, block == NO_BLOCK ? 0 : position);
  }

  private Integer chunk(long ofSequence) {
    return pending.getOrDefault(ofSequence, spilled.get(ofSequence));
  }

  /** A chunk of this lease was found. */
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

  /** Whether the next chunk is still to be found. */
  boolean wantsChunk() {
    return block == NO_BLOCK && !isPending(sequence);
  }

  /** Blocks that hold finished chunks, of which nothing has been used yet. */
  int surplus() {
    if (damaged || pending.isEmpty()) {
      return 0;
    }
    return pending.size() - (blocks.finalBytes(pending.lastEntry().getValue()) == 0 ? 1 : 0);
  }

  /**
   * Gives such blocks back, at most so many, those whose turn comes last first.
   *
   * @return how many; fewer than there are if there is no room where they go
   */
  int spill(int most) {
    int count = 0;
    Map.Entry<Long, Integer> entry = damaged ? null : pending.lastEntry();
    for (; entry != null && count < most; entry = pending.lowerEntry(entry.getKey())) {
      long chunk = entry.getKey();
      if (BlockLedger.isSize(blocks.finalBytes(entry.getValue()))) {
        int inSegment = entry.getValue();
        int words = blocks.finalBytes(inSegment) / StreamFormat.WORD_BYTES;
        int events = decoder.eventsIn(inSegment, words);
        int number = blocks.spill(inSegment, lease, chunk, carrier, events);
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

  /** When what is counted next was spilled, by nanoTime; the latest time there is if it wasn't. */
  long behindSince() {
    Integer next = block == NO_BLOCK ? chunk(sequence) : Integer.valueOf(block);
    return next == null || damaged ? Long.MAX_VALUE : blocks.spilledNanos(next);
  }

  /** Whether it stands at a RESUME whose predecessor has not been seen. */
  boolean waiting() {
    return waiting;
  }

  /**
   * Consumes what is there; true if there was anything.
   *
   * @param mostChunks that it consumes
   * @param pass number of the drain's pass
   * @param looked all chunks that were there when the pass began are known
   * @param ending the target is dead
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

  /** The RESUME it waits at can't be resolved any more. */
  void giveUpWaiting() {
    damage(at(position, "a RESUME of an activation whose earlier piece is missing"));
  }

  /** Takes nothing more from the stream, whatever comes. */
  void discard() {
    damaged = true;
    waiting = false;
  }

  /** The target is dead and everything was consumed: reports what never came. */
  void complete() {
    if (!damaged && !(pending.isEmpty() && spilled.isEmpty())) {
      damage("chunk " + sequence + " is missing");
    }
  }

  private boolean isPending(long chunk) {
    return pending.containsKey(chunk) || spilled.containsKey(chunk);
  }

  /** Whether its next chunk belongs to a part that is held: it has been read to a part's end. */
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

  /** True when the chunk is finished and wholly consumed. */
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

  /** Leaves a chunk unread; true when it is finished. */
  private boolean skip(boolean ending) {
    waiting = false;
    atEndOfOpenChunk = true;
    int finalBytes = blocks.finalBytes(block);
    if (BlockLedger.isSize(finalBytes)) {
      position = finalBytes / StreamFormat.WORD_BYTES;
    }
    return finalBytes != 0 || ending || isPending(sequence + 1);
  }

  private void consumeFinished(int end) throws StreamDamage {
    while (!waiting && position < end) {
      int to = carrier ? Math.min(position + MOST_COPIED_WORDS, end) : end;
      decode(position, to, end, false);
    }
  }

  /** Consumes what is written of a chunk that may still grow. */
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
   * Whether an unfinished chunk has no more to come though nobody said so: the target died between
   * two stores, or nothing was ever written to the chunk and 0 bytes look like unfinished.
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

  /** What was used of the chunk; nothing more is of a damaged stream's chunks, but all is kept. */
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
