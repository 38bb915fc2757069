package org.kpathjvm.runtime.recorder;

import static org.kpathjvm.runtime.layout.SegmentLayout.*;

import jdk.internal.misc.Unsafe;
import org.kpathjvm.runtime.threads.SpinLock;
import org.kpathjvm.runtime.threads.ThreadField;
import org.kpathjvm.runtime.threads.ThreadLease;

/**
 * One stream, a table of counters and counter pages; the owner alone uses {@link #sequence} and
 * {@link #chunk}.
 */
final class Lease extends ThreadLease {
  private static final Unsafe U = Unsafe.getUnsafe();

  /** In {@link #SLOT_ACTIVATION_OFFSET}: the stream's end belongs to no activation. */
  static final long NO_ACTIVATION = -1;

  final int number;

  /** The part of the recording that its chunk and its counters belong to. */
  int part;

  /** The latest part at or before that one in which live activations begin anew. */
  int anew;

  /** Activations that it may go on with have this number or a higher one. */
  long firstActivation = Parts.firstActivation();

  /** Name of the threads that it belongs to, one after the other; null for a shared lease. */
  String name;

  /** Position and limit in the stream while the lease is in the pool. */
  long position;

  long limit;

  /** Ordinal of the next chunk. */
  long sequence;

  /** Block index of the current chunk, -1 before the first. */
  int chunk = -1;

  long directory;
  private int directoryPages;

  /** Address of the counter of id 0; 0: it has no table. The owner's alone, like the next. */
  private long table;

  /**
   * Whether a table was asked for in this part; once only, so that an id isn't looked for at two
   * places.
   */
  private boolean askedForTable;

  /** Block index that has the newest counter pages, -1 before the first. */
  int counterBlock = -1;

  /** Pages used in that block. */
  int counterPagesUsed;

  /** Blocks of counter pages that it has had. */
  private long counterBlocks;

  Lease(int number, boolean carrier) {
    super(carrier);
    this.number = number;
  }

  @Override
  protected void begin() {
    U.putLong(slot + SLOT_ACTIVATION_OFFSET, NO_ACTIVATION);
    U.putLong(slot + SLOT_POSITION_OFFSET, position);
    U.putLong(slot + SLOT_LIMIT_OFFSET, limit);
    U.putLong(slot + SLOT_DIRECTORY_OFFSET, directory);
    U.putInt(slot + SLOT_LEASE_OFFSET, number);
    U.putLong(slot + SLOT_NEXT_ACTIVATION_OFFSET, 0);
    U.putLong(slot + SLOT_ACTIVATION_LIMIT_OFFSET, 0);
    U.getAndAddLong(null, Setup.base + HEADER_THREAD_COUNT_OFFSET, 1);
    Parts.enter(this);
  }

  @Override
  protected long tag() {
    return (long) part << PART_SHIFT;
  }

  /**
   * Goes over to another part: what it has of the former one is closed. Its owner calls it, or
   * somebody for whom it becomes the owner's; under the lock.
   *
   * @param newAnew the latest part in which live activations begin anew
   * @param first activation that this part may go on with
   */
  void enter(int newPart, int newAnew, long first) {
    if (chunk >= 0) {
      Blocks.close(chunk, U.getLong(slot + SLOT_POSITION_OFFSET));
      chunk = -1;
    }
    U.putLong(slot + SLOT_POSITION_OFFSET, 0);
    U.putLong(slot + SLOT_LIMIT_OFFSET, 0);
    U.putLong(slot + SLOT_ACTIVATION_OFFSET, NO_ACTIVATION);
    if (table != 0) {
      Blocks.closeTable(table);
      table = 0;
    }
    askedForTable = false;
    if (counterBlock >= 0) {
      U.setMemory(directory, directoryPages * 8L, (byte) 0);
      Blocks.closePages(number);
      counterBlock = -1;
      counterPagesUsed = 0;
    }
    if (newAnew != anew) {
      U.putLong(slot + SLOT_NEXT_ACTIVATION_OFFSET, 0);
      U.putLong(slot + SLOT_ACTIVATION_LIMIT_OFFSET, 0);
    }
    anew = newAnew;
    firstActivation = first;
    part = newPart;
  }

  /** Claims a block for counter pages; returns its index, -1 when the recording has ended. */
  int claimPages() {
    int block = Blocks.claim(this, BLOCK_COUNTERS, counterBlocks);
    if (block >= 0) {
      counterBlocks++;
      counterBlock = block;
      counterPagesUsed = 0;
    }
    return block;
  }

  /** A lease that may never be used again doesn't keep the consumer from its last chunk. */
  @Override
  protected void end() {
    position = U.getLong(slot + SLOT_POSITION_OFFSET);
    limit = U.getLong(slot + SLOT_LIMIT_OFFSET);
    if (!isShared() && chunk >= 0 && position != Blocks.blockAddress(chunk)) {
      Blocks.close(chunk, position);
      chunk = -1;
      position = 0;
      limit = 0;
    }
  }

  @Override
  protected boolean isShared() {
    return name == null;
  }

  /** The address of its table, 0 if it has none: then all its counters are in pages. */
  long table() {
    if (!askedForTable) {
      try {
        SpinLock.lock();
        table = Blocks.claimTable(this);
        askedForTable = true;
      } finally {
        SpinLock.unlock();
      }
    }
    return table;
  }

  /**
   * Gives it a directory of so many pages. The old one is left as it is: its owner may be reading
   * it, and all that it can look up there stays right.
   */
  void growDirectory(int pages) {
    long bytes = pages * 8L;
    // In front of each is the address of the one before.
    long grown = U.allocateMemory(8 + bytes) + 8;
    U.putLong(grown - 8, directory);
    U.setMemory(grown, bytes, (byte) 0);
    if (directory != 0) {
      U.copyMemory(directory, grown, directoryPages * 8L);
    }
    directory = grown;
    directoryPages = pages;
    if (slot != 0) {
      U.putLongRelease(null, slot + SLOT_DIRECTORY_OFFSET, grown);
    }
  }

  /** Gives back its directories, and what its owner has in its thread's object. */
  void leave() {
    Thread thread = liveOwner();
    if (thread != null) {
      ThreadField.clear(thread);
    }
    while (directory != 0) {
      long former = U.getLong(directory - 8);
      U.freeMemory(directory - 8);
      directory = former;
    }
  }
}
