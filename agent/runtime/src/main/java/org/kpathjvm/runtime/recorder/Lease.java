package org.kpathjvm.runtime.recorder;

import static org.kpathjvm.runtime.layout.SegmentLayout.*;

import jdk.internal.misc.Unsafe;
import org.kpathjvm.runtime.threads.SpinLock;
import org.kpathjvm.runtime.threads.ThreadField;
import org.kpathjvm.runtime.threads.ThreadLease;

/**
 * The data that one thread at a time owns in the segment: a stream, pages of counters, and a table
 * of counters. While there is a live owner, only the owner uses {@link #sequence} and {@link
 * #chunk}.
 */
final class Lease extends ThreadLease {
  private static final Unsafe U = Unsafe.getUnsafe();

  /**
   * The value of the slot's field {@link #SLOT_ACTIVATION_OFFSET} if the end of the stream belongs
   * to no activation.
   */
  static final long NO_ACTIVATION = -1;

  final int number;

  /** The recording's part to which the lease's chunk and counters belong ({@link Parts}). */
  int part;

  /** The latest part, at most {@link #part}, at whose start live activations began anew. */
  int anew;

  /** The lowest number of an activation with which the stream may go on. */
  long firstActivation = Parts.firstActivation();

  /** The name of the threads to which the lease is handed on; null for a shared lease. */
  String name;

  /** Whether the header's number of threads includes the owner. Only the owner uses this field. */
  private boolean isOwnerCounted;

  /**
   * While the lease has no owner, {@code position} and {@code limit} keep the slot's values for the
   * next owner.
   */
  long position;

  long limit;

  /** The sequence number of the stream's next chunk. */
  long sequence;

  /** The index of the current chunk's block; -1 if there is no current chunk. */
  int chunk = -1;

  long directory;
  private int directoryPages;

  /**
   * The address of the table, which begins with the counter of id 0; 0 if there is no table. While
   * there is a live owner, only the owner uses this field and {@link #askedForTable}.
   */
  private long table;

  /**
   * Whether the lease has asked for a table in this part. A lease asks only once in a part, so that
   * no id is counted both in pages and in a table.
   */
  private boolean askedForTable;

  /** The index of the block with the newest counter pages; -1 if this part has no pages yet. */
  int counterBlock = -1;

  int counterPagesUsed;

  /** The number of blocks of counter pages that the lease has had. */
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
    isOwnerCounted = false;
    Parts.enter(this);
  }

  /**
   * Counts the owner, once, among the threads that have recorded something. Only the owner calls
   * this method.
   */
  void countOwner() {
    if (!isOwnerCounted) {
      isOwnerCounted = true;
      U.getAndAddLong(null, Setup.base + HEADER_THREAD_COUNT_OFFSET, 1);
    }
  }

  @Override
  protected long tag() {
    return (long) part << PART_SHIFT;
  }

  /**
   * Makes the lease enter another part, and closes the chunk and the counters of the earlier part.
   * The caller holds the lock, and either owns the lease or is about to become its owner.
   *
   * @param newPart the part that the lease enters
   * @param newAnew the latest part, at most {@code newPart}, at whose start live activations began
   *     anew
   * @param first the lowest number of an activation with which the stream may go on in the new part
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

  /** Returns the index of a newly claimed block; -1 if the recording has ended. */
  int claimPages() {
    int block = Blocks.claim(this, BLOCK_COUNTERS, counterBlocks);
    if (block >= 0) {
      counterBlocks++;
      counterBlock = block;
      counterPagesUsed = 0;
    }
    return block;
  }

  /**
   * Keeps the position and the limit for the next owner. A lease that isn't shared may never get
   * another owner. So its last chunk is closed, and the consumer can read the chunk to its end.
   */
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

  /** Returns the address of the lease's table; 0 if all counters of the lease are in pages. */
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
   * Gives the lease a directory with room for {@code pages} pages. The old directory isn't freed,
   * because the owner may be reading it; its entries stay valid.
   */
  void growDirectory(int pages) {
    long bytes = pages * 8L;
    // The long before each directory is the address of the lease's earlier directory.
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

  /** Frees the directories, and clears the recorder's field in the owner's Thread object. */
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
