package org.kpathjvm.engine.segment;

import static org.kpathjvm.runtime.layout.SegmentLayout.*;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.kpathjvm.engine.journal.BlockTag;
import org.kpathjvm.engine.journal.JournalReader;
import org.kpathjvm.engine.mapping.SegmentException;
import org.kpathjvm.engine.mapping.SegmentMapping;
import org.kpathjvm.runtime.layout.SegmentGeometry;
import org.kpathjvm.runtime.layout.SegmentGeometry.Region;
import org.kpathjvm.runtime.layout.SegmentHeader;
import org.kpathjvm.runtime.layout.StreamFormat;

/**
 * The engine's view of a segment. The file's header is checked against the file's length before any
 * value in the header is used. After that, it is safe to read every block whose index is below
 * {@link #blockCount()}. Thread-safe.
 */
public final class SegmentReader {
  private final String name;
  private final SegmentMapping memory;
  private final boolean kept;
  private final int ownBlocks;
  private final List<JournalReader.Chunk> journaled;
  private final BitSet superseded = new BitSet();
  private final long descriptorsOffset;
  private final long blocksOffset;
  private final int threadRows;
  private final long threadsOffset;
  private final long wholesOffset;

  private SegmentReader(
      String name,
      SegmentMapping memory,
      SegmentGeometry geometry,
      boolean kept,
      List<JournalReader.Chunk> journaled) {
    this.name = name;
    this.memory = memory;
    this.kept = kept;
    this.journaled = journaled;
    ownBlocks = geometry.blockCount;
    descriptorsOffset = geometry.offset(Region.DESCRIPTORS);
    blocksOffset = geometry.offset(Region.BLOCKS);
    threadRows = geometry.threadRows;
    threadsOffset = geometry.offset(Region.THREADS);
    wholesOffset = geometry.offset(Region.WHOLES);
  }

  /**
   * Maps and checks a segment. The mapping is read-only if the segment keeps its chunks.
   *
   * @throws SegmentException if the file can't be read or isn't a complete segment of this version
   */
  public static SegmentReader open(String path) {
    return open(path, false, List.of());
  }

  /**
   * Checks a segment whose engine has died, and maps it read-only. The journals' chunks become
   * additional blocks. A chunk may be both in a journal and in the segment, if the engine died
   * before it gave the block back. Such a chunk is counted once.
   */
  static SegmentReader openLeft(String path, List<JournalReader.Chunk> journaled) {
    SegmentReader segment = open(path, true, journaled);
    Set<BlockTag> known = new HashSet<>();
    for (int block = segment.ownBlocks; block < segment.blockCount(); block++) {
      if (!known.add(segment.tag(block))) {
        segment.superseded.set(block);
      }
    }
    for (int block = 0; block < segment.ownBlocks; block++) {
      BlockTag tag = segment.tag(block);
      if (tag.state() >= BLOCK_STREAM && (tag.lease() < 0 || known.contains(tag))) {
        segment.superseded.set(block);
      }
    }
    return segment;
  }

  private static SegmentReader open(
      String path, boolean readOnly, List<JournalReader.Chunk> journaled) {
    try {
      Path file = Path.of(path);
      if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
        throw new SegmentException("segment " + path + ": no such file, or a link");
      }
      try (FileChannel channel =
          FileChannel.open(file, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
        ByteBuffer header = header(path, channel);
        SegmentGeometry geometry = SegmentHeader.geometry(header);
        if (readOnly || (header.getInt(HEADER_FLAGS_OFFSET) & FLAG_KEEP) != 0) {
          SegmentMapping memory =
              SegmentMapping.map(channel, MapMode.READ_ONLY, geometry.totalBytes);
          return new SegmentReader(path, memory, geometry, true, journaled);
        }
        try (FileChannel writable =
            FileChannel.open(
                file,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE,
                LinkOption.NOFOLLOW_LINKS)) {
          SegmentMapping memory =
              SegmentMapping.map(writable, MapMode.READ_WRITE, geometry.totalBytes);
          return new SegmentReader(path, memory, geometry, false, journaled);
        }
      }
    } catch (IOException | IllegalArgumentException e) {
      throw new SegmentException("segment " + path + ": cannot be read: " + e, e);
    }
  }

  private static ByteBuffer header(String path, FileChannel file) throws IOException {
    long length = file.size();
    ByteBuffer header = ByteBuffer.allocate(HEADER_BYTES).order(ByteOrder.nativeOrder());
    while (header.hasRemaining() && file.read(header, header.position()) >= 0) {}
    String fault =
        header.hasRemaining()
            ? length + " bytes are too few for a segment"
            : SegmentHeader.fault(header, length);
    if (fault != null) {
      throw new SegmentException("segment " + path + ": " + fault);
    }
    return header;
  }

  /** Returns the segment's path. */
  public String name() {
    return name;
  }

  /** Returns whether consumed chunks stay in the segment. */
  public boolean kept() {
    return kept;
  }

  /**
   * Returns the number of blocks. The segment's own blocks have the lower indices. The journals'
   * chunks have the higher indices.
   */
  public int blockCount() {
    return ownBlocks + journaled.size();
  }

  /**
   * Returns the number of ids that have been handed out so far, which is at most {@link
   * StreamFormat#MAX_ID}.
   */
  public int idCount() {
    long ids = memory.longAcquire(HEADER_ID_COUNT_OFFSET);
    if (ids < 0 || ids > StreamFormat.MAX_ID) {
      throw new SegmentException("segment " + name + ": damaged header: " + ids + " ids");
    }
    return (int) ids;
  }

  /**
   * Returns the id of the counter of the {@linkplain WholeWordTable whole word} at place 0; 0 if
   * whole words have no counters.
   */
  int firstWholeId() {
    int id = memory.intAcquire(HEADER_FIRST_WHOLE_ID_OFFSET);
    if (id < 0 || id > StreamFormat.MAX_ID - WHOLE_WORDS) {
      throw new SegmentException(
          "segment " + name + ": damaged header: the first whole word has id " + id);
    }
    return id;
  }

  /** Returns the whole word at a place; 0 if the place is free. */
  long wholeWord(int place) {
    return memory.longAcquire(whole(place) + WHOLE_WORD_OFFSET);
  }

  /**
   * Returns how a place's whole word is packed: the number of bits for a path, and the id of the
   * method's path 0.
   */
  long wholePacking(int place) {
    return memory.longAcquire(whole(place) + WHOLE_PACKING_OFFSET);
  }

  private long whole(int place) {
    return wholesOffset + ((long) place << WHOLE_SHIFT);
  }

  /** Returns the number of leases that have been handed out so far. */
  public int leaseCount() {
    return memory.intAcquire(HEADER_LEASE_COUNT_OFFSET);
  }

  /**
   * Returns whether the target has given activations numbers, in this recording or an earlier one.
   * An activation in a stream has a number, unless all its paths are in a single record.
   */
  boolean hasStreamed() {
    return memory.longAcquire(HEADER_NEXT_ACTIVATION_OFFSET) != 0;
  }

  /** Returns whether any chunk is in the segment or its journals. */
  boolean hasChunks() {
    return IntStream.range(0, blockCount()).anyMatch(block -> state(block) == BLOCK_STREAM);
  }

  /** Returns whether any of the segment's own blocks is in use and has a wanted tag. */
  boolean holds(Predicate<BlockTag> isWanted) {
    return IntStream.range(0, ownBlocks)
        .mapToObj(this::tag)
        .anyMatch(tag -> tag.state() >= BLOCK_STREAM && isWanted.test(tag));
  }

  /** Returns the number of blocks of counters that the engine has taken out of the segment. */
  int takenCounters() {
    return memory.intAcquire(HEADER_TAKEN_COUNT_OFFSET);
  }

  void countTaken() {
    memory.setInt(HEADER_TAKEN_COUNT_OFFSET, takenCounters() + 1);
  }

  /** Returns the number of the part that began with the latest cut. */
  public int latestPart() {
    return memory.intAcquire(HEADER_PART_OFFSET);
  }

  /** Returns the first part that is counted, according to the engine's entry in the header. */
  public int firstPart() {
    return memory.intAcquire(HEADER_FIRST_PART_OFFSET);
  }

  /** Marks the segment as no longer read, so that the target doesn't wait. */
  void abandon() {
    if (!kept) {
      memory.setLong(HEADER_CONSUMER_PID_OFFSET, 0);
    }
  }

  void setFirstPart(int part) {
    memory.setIntRelease(HEADER_FIRST_PART_OFFSET, part);
  }

  /**
   * Returns the number of rows for threads that are counted separately; 0 if the counts of all
   * threads are added up.
   */
  public int threadRows() {
    return threadRows;
  }

  /**
   * Returns the name of a lease's threads; null if threads with different names may get the lease.
   *
   * @throws SegmentException if the thread's row is damaged
   */
  public String threadName(int lease) {
    if (!hasOwnThread(lease)) {
      return null;
    }
    long row = threadRow(lease);
    int length = memory.intAcquire(row + THREAD_NAME_LENGTH_OFFSET);
    int bytes = length * Character.BYTES;
    ByteBuffer chars = memory.slice(row + THREAD_NAME_OFFSET, bytes);
    return chars.order(ByteOrder.nativeOrder()).asCharBuffer().toString();
  }

  /**
   * Returns whether a lease belongs to a single thread, or to successive threads with equal names.
   *
   * @throws SegmentException if the lease's row is damaged
   */
  public boolean hasOwnThread(int lease) {
    if (lease < 0 || lease >= threadRows) {
      return false;
    }
    int kind = memory.intAcquire(threadRow(lease) + THREAD_KIND_OFFSET);
    int length = memory.intAcquire(threadRow(lease) + THREAD_NAME_LENGTH_OFFSET);
    if (kind < THREAD_SHARED || kind > THREAD_OWN || length < 0 || length > THREAD_NAME_CHARS) {
      throw new SegmentException(
          "segment " + name + ": the row of thread " + lease + " is damaged");
    }
    return kind == THREAD_OWN;
  }

  private long threadRow(int lease) {
    return threadsOffset + (long) lease * THREAD_ROW_BYTES;
  }

  /** Returns whether the target stopped recording while its program was still running. */
  public boolean endedEarly() {
    return memory.intAcquire(HEADER_TARGET_STATE_OFFSET) == TARGET_ENDED_EARLY;
  }

  /**
   * Returns a block's state with acquire semantics: one of BLOCK_*, unless the segment is damaged.
   */
  int state(int block) {
    if (superseded.get(block)) {
      return BLOCK_FREE;
    }
    return block < ownBlocks
        ? memory.intAcquire(descriptor(block) + DESCRIPTOR_STATE_OFFSET)
        : chunk(block).tag().state();
  }

  /** Returns the tag that identifies a block's content. A free block's tag has no meaning. */
  BlockTag tag(int block) {
    return block < ownBlocks
        ? new BlockTag(state(block), lease(block), sequence(block), carrier(block), part(block))
        : chunk(block).tag();
  }

  int part(int block) {
    return block < ownBlocks
        ? memory.intAcquire(descriptor(block) + DESCRIPTOR_PART_OFFSET)
        : chunk(block).tag().part();
  }

  int lease(int block) {
    return block < ownBlocks
        ? memory.intAcquire(descriptor(block) + DESCRIPTOR_LEASE_OFFSET)
        : chunk(block).tag().lease();
  }

  long sequence(int block) {
    return block < ownBlocks
        ? memory.longAcquire(descriptor(block) + DESCRIPTOR_SEQUENCE_OFFSET)
        : chunk(block).tag().sequence();
  }

  boolean carrier(int block) {
    return block < ownBlocks
        ? memory.intAcquire(descriptor(block) + DESCRIPTOR_CARRIER_OFFSET) != 0
        : chunk(block).tag().carrier();
  }

  /**
   * Returns the number of used bytes in a closed block, with acquire semantics; 0 if the block
   * isn't closed.
   */
  int finalBytes(int block) {
    return block < ownBlocks
        ? memory.intAcquire(descriptor(block) + DESCRIPTOR_FINAL_BYTES_OFFSET)
        : chunk(block).bytes();
  }

  /** Returns a word of a block, with acquire semantics. */
  int word(int block, int index) {
    return block < ownBlocks
        ? memory.intAcquire(block(block) + (long) index * StreamFormat.WORD_BYTES)
        : chunk(block).word(index);
  }

  long longAt(int block, int offset) {
    return block < ownBlocks
        ? memory.longAcquire(block(block) + offset)
        : chunk(block).longAt(offset);
  }

  /**
   * Frees the memory of the unpacked words if the block is a journal's chunk. Called when the words
   * won't be read again soon.
   */
  void release(int block) {
    if (block >= ownBlocks) {
      chunk(block).release();
    }
  }

  /**
   * Copies a block's words to the same indices of the array.
   *
   * @param from the index of the first word
   * @param to the index after the last word
   */
  void copyWords(int block, int[] words, int from, int to) {
    if (block < ownBlocks) {
      memory.copyInts(block(block) + (long) from * StreamFormat.WORD_BYTES, words, from, to - from);
    } else {
      chunk(block).copyWords(words, from, to);
    }
  }

  /** Returns the first {@code size} bytes of one of the segment's own blocks, without a copy. */
  ByteBuffer bytes(int block, int size) {
    return memory.slice(block(block), size);
  }

  /**
   * Gives a consumed block back: sets its bytes to 0, removes its owner, and then marks it as free.
   * Because of this order, a lease in a descriptor is always the block's present owner.
   */
  void free(int block) {
    memory.zero(block(block), BLOCK_BYTES);
    memory.setInt(descriptor(block) + DESCRIPTOR_LEASE_OFFSET, -1);
    memory.setInt(descriptor(block) + DESCRIPTOR_FINAL_BYTES_OFFSET, 0);
    memory.setIntRelease(descriptor(block) + DESCRIPTOR_STATE_OFFSET, BLOCK_FREE);
  }

  private JournalReader.Chunk chunk(int block) {
    return journaled.get(block - ownBlocks);
  }

  private long descriptor(int block) {
    return descriptorsOffset + (long) block * DESCRIPTOR_BYTES;
  }

  private long block(int block) {
    return blocksOffset + (long) block * BLOCK_BYTES;
  }
}
