package org.kpathjvm.runtime.recorder;

import static org.kpathjvm.runtime.layout.SegmentLayout.*;

import jdk.internal.misc.Unsafe;
import org.kpathjvm.runtime.threads.SpinLock;
import org.kpathjvm.runtime.threads.ThreadField;

/** The segment's blocks: claiming them, waiting for the consumer, the recording's end. */
final class Blocks {
  private Blocks() {}

  private static final Unsafe U = Unsafe.getUnsafe();
  private static final long BLOCKS = Setup.blocks;
  private static final long DESCRIPTORS = Setup.descriptors;

  private static final int TABLE_BLOCKS = ThreadField.EXISTS ? Setup.tableBlocks : 0;

  /** Ids below this one have a place in threads' tables. */
  static final int TABLE_IDS = TABLE_BLOCKS * COUNTERS_PER_BLOCK;

  /** Tables may take so many more blocks: a quarter of all at first. Under the lock. */
  private static int blocksForTables = Setup.blockCount / 4;

  /** True when nothing more is recorded: the segment is full for good, or the consumer has died. */
  private static volatile boolean ended;

  static boolean ended() {
    return ended;
  }

  static void endRecording() {
    ended = true;
    U.putIntRelease(null, Setup.base + HEADER_TARGET_STATE_OFFSET, TARGET_ENDED_EARLY);
  }

  /** The producer is done with a chunk that it has filled up to {@code position}. */
  static void close(int chunk, long position) {
    int used = (int) (position - blockAddress(chunk));
    U.putIntRelease(null, descriptor(chunk) + DESCRIPTOR_FINAL_BYTES_OFFSET, used);
  }

  /** Nobody will write to a table any more; under the lock. */
  static void closeTable(long table) {
    int first = (int) ((table - BLOCKS) / BLOCK_BYTES);
    for (int block = first; block < first + TABLE_BLOCKS; block++) {
      U.putIntRelease(null, descriptor(block) + DESCRIPTOR_FINAL_BYTES_OFFSET, BLOCK_BYTES);
    }
    blocksForTables += TABLE_BLOCKS;
  }

  /** Nobody will write to the counter pages that a lease has until now. */
  static void closePages(int lease) {
    for (int block = 0; block < Setup.blockCount; block++) {
      long descriptor = descriptor(block);
      if (U.getInt(descriptor + DESCRIPTOR_STATE_OFFSET) == BLOCK_COUNTERS
          && U.getInt(descriptor + DESCRIPTOR_LEASE_OFFSET) == lease) {
        U.putIntRelease(null, descriptor + DESCRIPTOR_FINAL_BYTES_OFFSET, BLOCK_BYTES);
      }
    }
  }

  /** The address of a block's first byte. */
  static long blockAddress(int block) {
    return BLOCKS + (long) block * BLOCK_BYTES;
  }

  private static long descriptor(int block) {
    return DESCRIPTORS + (long) block * DESCRIPTOR_BYTES;
  }

  /** Claims a free block, waiting for the consumer to free one; -1 when the recording has ended. */
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

  /** Whether a thread may keep counters of its own for ever: they leave half of the segment. */
  static boolean hasRoomForThread() {
    int counters = 0;
    for (int block = 0; block < Setup.blockCount; block++) {
      int state = U.getInt(descriptor(block) + DESCRIPTOR_STATE_OFFSET);
      counters += state == BLOCK_COUNTERS || state == BLOCK_TABLE ? 1 : 0;
    }
    return 2 * counters < Setup.blockCount;
  }

  /**
   * First fit: the blocks that were freed last and used first are the ones that caches still hold.
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
   * Claims blocks that follow each other, if there are some free and tables may still take them;
   * from the end on, where chunks come last. Never waits. Under the lock.
   *
   * @return the first one's address, 0 when there is none to be had
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

  /** Gives a block that has been reserved to a lease. */
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
   * How long no block may have been free, about to be freed or changed hands before the segment is
   * too small: waiting is then in vain, the consumer has nothing to free.
   */
  private static final long EXHAUSTED_NANOS = 2_000_000_000L;

  /**
   * The most that one look at the blocks counts for: while the whole target was stopped, nobody
   * could have used a block up.
   */
  private static final long LONGEST_LOOK_NANOS = 50_000_000L;

  /** Instead of a digest of the blocks: some are free or will be. */
  private static final long FREEABLE = 0;

  /**
   * A digest of who has which block, when all of them are counters or chunks that are still in use;
   * else {@link #FREEABLE}.
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
