package org.kpathjvm.runtime.recorder;

import static org.kpathjvm.runtime.layout.SegmentLayout.*;

import jdk.internal.misc.Unsafe;
import org.kpathjvm.runtime.threads.SpinLock;
import org.kpathjvm.runtime.threads.ThreadField;

/**
 * Claims blocks of the segment, and tells the consumer, which reads the segment, which blocks are
 * complete.
 */
final class Blocks {
  private Blocks() {}

  private static final Unsafe U = Unsafe.getUnsafe();
  private static final long BLOCKS = Setup.blocks;
  private static final long DESCRIPTORS = Setup.descriptors;

  private static final int TABLE_BLOCKS = ThreadField.EXISTS ? Setup.tableBlocks : 0;

  /** Ids below this number have a counter in each thread's table. */
  static final int TABLE_IDS = TABLE_BLOCKS * COUNTERS_PER_BLOCK;

  /**
   * The number of further blocks that tables may take, at first a quarter of all blocks. Guarded by
   * {@link SpinLock}.
   */
  private static int blocksForTables = Setup.blockCount / 4;

  /**
   * Whether the recording has ended, for instance because the consumer has died or no block will
   * become free. Then no block is claimed any more.
   */
  private static volatile boolean ended;

  static boolean ended() {
    return ended;
  }

  static void endRecording() {
    ended = true;
    U.putIntRelease(null, Setup.base + HEADER_TARGET_STATE_OFFSET, TARGET_ENDED_EARLY);
  }

  /** Tells the consumer that a chunk has been written up to {@code position} and is complete. */
  static void close(int chunk, long position) {
    int used = (int) (position - blockAddress(chunk));
    U.putIntRelease(null, descriptor(chunk) + DESCRIPTOR_FINAL_BYTES_OFFSET, used);
  }

  /** Tells the consumer that a table is complete. The caller holds the lock. */
  static void closeTable(long table) {
    int first = (int) ((table - BLOCKS) / BLOCK_BYTES);
    for (int block = first; block < first + TABLE_BLOCKS; block++) {
      U.putIntRelease(null, descriptor(block) + DESCRIPTOR_FINAL_BYTES_OFFSET, BLOCK_BYTES);
    }
    blocksForTables += TABLE_BLOCKS;
  }

  /** Tells the consumer that a lease's counter pages are complete. */
  static void closePages(int lease) {
    for (int block = 0; block < Setup.blockCount; block++) {
      long descriptor = descriptor(block);
      if (U.getInt(descriptor + DESCRIPTOR_STATE_OFFSET) == BLOCK_COUNTERS
          && U.getInt(descriptor + DESCRIPTOR_LEASE_OFFSET) == lease) {
        U.putIntRelease(null, descriptor + DESCRIPTOR_FINAL_BYTES_OFFSET, BLOCK_BYTES);
      }
    }
  }

  static long blockAddress(int block) {
    return BLOCKS + (long) block * BLOCK_BYTES;
  }

  private static long descriptor(int block) {
    return DESCRIPTORS + (long) block * DESCRIPTOR_BYTES;
  }

  /**
   * Claims a free block. If there is none, waits for the consumer to free one. If none will become
   * free, ends the recording. Returns -1 if the recording has ended.
   */
  static int claim(Lease lease, int state, long sequence) {
    int block = ended ? -1 : tryClaim(lease, state, sequence);
    if (block >= 0 || ended) {
      return block;
    }
    long start = System.nanoTime();
    long looked = start;
    long stuckNanos = 0;
    long stuckBlocks = FREEABLE;
    while (block < 0 && !ended) {
      long blocks = openBlocks();
      long now = System.nanoTime();
      boolean same = blocks != FREEABLE && blocks == stuckBlocks;
      stuckNanos = same ? stuckNanos + Math.min(now - looked, LONGEST_LOOK_NANOS) : 0;
      stuckBlocks = blocks;
      looked = now;
      if (Setup.keep || stuckNanos >= EXHAUSTED_NANOS) {
        endRecording();
      } else {
        SpinLock.giveWay();
        block = tryClaim(lease, state, sequence);
      }
    }
    U.getAndAddLong(null, Setup.base + HEADER_WAITED_NANOS_OFFSET, System.nanoTime() - start);
    return block;
  }

  /**
   * Returns whether a further thread may have its own counters. It may if all counters together
   * take less than half of the blocks.
   */
  static boolean hasRoomForThread() {
    int counters = 0;
    for (int block = 0; block < Setup.blockCount; block++) {
      int state = U.getInt(descriptor(block) + DESCRIPTOR_STATE_OFFSET);
      counters += state == BLOCK_COUNTERS || state == BLOCK_TABLE ? 1 : 0;
    }
    return 2 * counters < Setup.blockCount;
  }

  /**
   * Takes the first free block. So the same few blocks are used again, and are likely to be in the
   * CPU's caches.
   */
  private static int tryClaim(Lease lease, int state, long sequence) {
    for (int block = 0; block < Setup.blockCount; block++) {
      if (reserve(block)) {
        publish(block, lease, state, sequence);
        return block;
      }
    }
    return -1;
  }

  /**
   * Claims {@link #TABLE_BLOCKS} neighbouring blocks for a table, if so many neighbours are free
   * and tables may still take so many blocks. Never waits. The search begins at the segment's end,
   * because chunks take blocks from the segment's beginning. The caller holds the lock.
   *
   * @return the address of the first block; 0 if the lease gets no table
   */
  static long claimTable(Lease lease) {
    if (TABLE_BLOCKS == 0 || blocksForTables < TABLE_BLOCKS || ended) {
      return 0;
    }
    int found = 0;
    for (int block = Setup.blockCount - 1; block >= 0; block--) {
      if (!reserve(block)) {
        for (; found > 0; found--) {
          U.putIntRelease(null, descriptor(block + found) + DESCRIPTOR_STATE_OFFSET, BLOCK_FREE);
        }
      } else if (++found == TABLE_BLOCKS) {
        blocksForTables -= TABLE_BLOCKS;
        for (int at = 0; at < TABLE_BLOCKS; at++) {
          publish(block + at, lease, BLOCK_TABLE, at);
        }
        return blockAddress(block);
      }
    }
    for (; found > 0; found--) {
      U.putIntRelease(null, descriptor(found - 1) + DESCRIPTOR_STATE_OFFSET, BLOCK_FREE);
    }
    return 0;
  }

  private static boolean reserve(int block) {
    long state = descriptor(block) + DESCRIPTOR_STATE_OFFSET;
    return U.getInt(state) == BLOCK_FREE
        && U.compareAndSetInt(null, state, BLOCK_FREE, BLOCK_CLAIMED);
  }

  /** Gives a reserved block to a lease. */
  private static void publish(int block, Lease lease, int state, long sequence) {
    long descriptor = descriptor(block);
    U.putInt(descriptor + DESCRIPTOR_LEASE_OFFSET, lease.number);
    U.putLong(descriptor + DESCRIPTOR_SEQUENCE_OFFSET, sequence);
    U.putInt(descriptor + DESCRIPTOR_FINAL_BYTES_OFFSET, 0);
    U.putInt(descriptor + DESCRIPTOR_CARRIER_OFFSET, lease.carrier ? 1 : 0);
    U.putInt(descriptor + DESCRIPTOR_PART_OFFSET, lease.part);
    U.putIntRelease(null, descriptor + DESCRIPTOR_STATE_OFFSET, state);
  }

  /**
   * A thread that waits for a block ends the recording if, during this time, no block was free or
   * closed and no block changed its owner. Then the segment is too small: the consumer has nothing
   * to free.
   */
  private static final long EXHAUSTED_NANOS = 2_000_000_000L;

  /**
   * The most waiting time that is counted between two checks of the blocks. If more time has
   * passed, the whole target may have been stopped, so that no block could change.
   */
  private static final long LONGEST_LOOK_NANOS = 50_000_000L;

  /** The result of {@link #openBlocks} if a block is free or closed. */
  private static final long FREEABLE = 0;

  /**
   * Returns a digest of the blocks' leases and sequence numbers; {@link #FREEABLE} if a block is
   * free or closed.
   */
  private static long openBlocks() {
    long digest = 1;
    for (int block = 0; block < Setup.blockCount; block++) {
      long descriptor = descriptor(block);
      int state = U.getIntAcquire(null, descriptor + DESCRIPTOR_STATE_OFFSET);
      boolean closed = U.getInt(descriptor + DESCRIPTOR_FINAL_BYTES_OFFSET) != 0;
      if (state == BLOCK_FREE || closed) {
        return FREEABLE;
      }
      digest = 31 * digest + U.getInt(descriptor + DESCRIPTOR_LEASE_OFFSET);
      digest = 31 * digest + U.getLong(descriptor + DESCRIPTOR_SEQUENCE_OFFSET);
    }
    return digest == FREEABLE ? 1 : digest;
  }
}
