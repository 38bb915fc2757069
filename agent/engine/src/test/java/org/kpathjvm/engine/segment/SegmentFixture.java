package org.kpathjvm.engine.segment;

import static org.kpathjvm.runtime.layout.SegmentLayout.*;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.kpathjvm.runtime.layout.SegmentGeometry;
import org.kpathjvm.runtime.layout.SegmentGeometry.Region;
import org.kpathjvm.runtime.layout.SegmentHeader;

/** A segment as its creator and its target write it. A test may let the target die at any store. */
public final class SegmentFixture {
  /** Thrown when the simulated target is killed. */
  public static final class Killed extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  private static final VarHandle INTS =
      MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.nativeOrder());
  private static final int SLOTS = 4;

  public final Path path;
  public final int blockCount;
  public final boolean kept;
  private final SegmentGeometry geometry;
  private final MappedByteBuffer memory;
  private long storesLeft = Long.MAX_VALUE;

  public SegmentFixture(Path path, int blockCount, int flags) {
    this(path, blockCount, flags, 0);
  }

  /** Creates a segment with rows for threads that are counted separately. */
  public SegmentFixture(Path path, int blockCount, int flags, int threadRows) {
    this.path = path;
    this.blockCount = blockCount;
    kept = (flags & FLAG_KEEP) != 0;
    geometry = new SegmentGeometry(SLOTS, blockCount, threadRows);
    try (FileChannel file =
        FileChannel.open(
            path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      memory = file.map(FileChannel.MapMode.READ_WRITE, 0, geometry.totalBytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    memory.order(ByteOrder.nativeOrder());
    SegmentHeader.write(memory, geometry, flags);
  }

  public MappedByteBuffer memory() {
    return memory;
  }

  public void idCount(int ids) {
    memory.putLong(HEADER_ID_COUNT_OFFSET, ids);
  }

  public void targetState(int state) {
    memory.putInt(HEADER_TARGET_STATE_OFFSET, state);
  }

  /** Lets the target make the given number of stores, and die at the next store. */
  public void killAfter(long stores) {
    storesLeft = stores;
  }

  public synchronized int newLease() {
    int lease = memory.getInt(HEADER_LEASE_COUNT_OFFSET);
    memory.putInt(HEADER_LEASE_COUNT_OFFSET, lease + 1);
    return lease;
  }

  /** Gives a lease to a single thread that has the given name. */
  public void ownLease(int lease, String name) {
    int row = row(lease);
    for (int at = 0; at < name.length(); at++) {
      memory.putChar(row + THREAD_NAME_OFFSET + Character.BYTES * at, name.charAt(at));
    }
    memory.putInt(row + THREAD_NAME_LENGTH_OFFSET, name.length());
    memory.putInt(row + THREAD_KIND_OFFSET, THREAD_OWN);
  }

  /** Puts a whole word into a place of the segment's table of whole words. */
  public void whole(int place, long word, long packing) {
    int entry = (int) geometry.offset(Region.WHOLES) + place * WHOLE_BYTES;
    memory.putLong(entry + WHOLE_WORD_OFFSET, word);
    memory.putLong(entry + WHOLE_PACKING_OFFSET, packing);
  }

  public int row(int lease) {
    return (int) geometry.offset(Region.THREADS) + lease * THREAD_ROW_BYTES;
  }

  /**
   * Claims a free block, searching backwards from {@code start}. Returns the block's number; -1 if
   * no block is free.
   */
  public int claim(int start) {
    for (int tried = 0; tried < blockCount; tried++) {
      int block = (start - tried + blockCount) % blockCount;
      if (INTS.compareAndSet(
          memory, descriptor(block) + DESCRIPTOR_STATE_OFFSET, BLOCK_FREE, BLOCK_CLAIMED)) {
        return block;
      }
    }
    return -1;
  }

  public int freeBlocks() {
    int free = 0;
    for (int block = 0; block < blockCount; block++) {
      int state = (int) INTS.getVolatile(memory, descriptor(block) + DESCRIPTOR_STATE_OFFSET);
      free += state == BLOCK_FREE ? 1 : 0;
    }
    return free;
  }

  /** Sets the number of the latest part. */
  public void part(int number) {
    memory.putInt(HEADER_PART_OFFSET, number);
  }

  /** Publishes a chunk of part 0. */
  public void publishStream(int block, int lease, long sequence, boolean carrier) {
    publishStream(block, lease, sequence, carrier, 0);
  }

  /** Publishes a chunk of any part. */
  public void publishStream(int block, int lease, long sequence, boolean carrier, int part) {
    int at = descriptor(block);
    storeLong(at + DESCRIPTOR_SEQUENCE_OFFSET, sequence);
    store(at + DESCRIPTOR_FINAL_BYTES_OFFSET, 0);
    store(at + DESCRIPTOR_CARRIER_OFFSET, carrier ? 1 : 0);
    store(at + DESCRIPTOR_PART_OFFSET, part);
    store(at + DESCRIPTOR_LEASE_OFFSET, lease);
    store(at + DESCRIPTOR_STATE_OFFSET, BLOCK_STREAM);
  }

  public void close(int block, int bytes) {
    store(descriptor(block) + DESCRIPTOR_FINAL_BYTES_OFFSET, bytes);
  }

  /** Stores a word with release semantics, which are enough for every store of a recorder. */
  public void word(int block, int index, int word) {
    store(block(block) + 4 * index, word);
  }

  public int descriptor(int block) {
    return (int) geometry.offset(Region.DESCRIPTORS) + block * DESCRIPTOR_BYTES;
  }

  public int block(int block) {
    return (int) geometry.offset(Region.BLOCKS) + block * BLOCK_BYTES;
  }

  public int usedBlocks() {
    int used = 0;
    for (int block = 0; block < blockCount; block++) {
      used += memory.getInt(descriptor(block)) == BLOCK_FREE ? 0 : 1;
    }
    return used;
  }

  private void storeLong(int offset, long value) {
    mayDie();
    memory.putLong(offset, value);
  }

  private void store(int offset, int value) {
    mayDie();
    INTS.setRelease(memory, offset, value);
  }

  private void mayDie() {
    if (storesLeft != Long.MAX_VALUE && storesLeft-- <= 0) {
      throw new Killed();
    }
  }
}
