package org.kpathjvm.runtime.recorder;

import static org.kpathjvm.runtime.layout.SegmentLayout.*;
import static org.kpathjvm.runtime.layout.StreamFormat.*;

import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.ForceInline;
import org.kpathjvm.runtime.layout.PackedWord;
import org.kpathjvm.runtime.threads.Slots;
import org.kpathjvm.runtime.threads.SpinLock;
import org.kpathjvm.runtime.threads.StackReserve;
import org.kpathjvm.runtime.threads.ThreadField;

/**
 * The slow paths of the probes, and the methods that the agent calls. A slow path switches to
 * another activation, page or chunk.
 *
 * <p>A probe may run anywhere: in a virtual thread, in a thread with locks, with the interrupt flag
 * set, or near the end of the stack. So no method here parks, sleeps, waits on a monitor or runs
 * code of the program. No method uses a class outside of java.lang that could be instrumented. A
 * spin lock guards the shared state. {@link StackReserve} is called before the lock is taken, so
 * that a StackOverflowError comes before any change.
 */
public final class Recorder {
  private Recorder() {}

  private static final Unsafe U = Unsafe.getUnsafe();
  private static final long BASE = Setup.base;

  /**
   * An activation's value after a path that could not be recorded. The activation's later paths are
   * recorded as a new activation, because they don't continue the sequence.
   */
  static final long BROKEN_SEQUENCE = 0;

  // ---- what the agent calls ----

  /**
   * Makes sure that every thread can count ids up to {@code idCount}. The agent calls this before
   * the ids are used.
   */
  public static void provideIds(int idCount) {
    Leases.provideIds(idCount);
  }

  /**
   * Ends the recording. Threads still record what fits into their chunks and counters; all else is
   * counted as lost.
   */
  public static void endRecording() {
    Blocks.endRecording();
  }

  /**
   * Stops recording the current thread until {@link #resumeThread}, because the thread is about to
   * do work of the agent. A thread without a slot gets one.
   *
   * @return false if nothing changes, because the thread can't get a slot or is suspended already.
   *     Then the caller must not resume the thread.
   */
  public static boolean suspendThread() {
    return Slots.suspend(Leases.ownSlotAtAnyTime());
  }

  public static void resumeThread() {
    // The address of the thread's table stays 0 until the slow path of the thread's next event.
    Slots.resume();
  }

  /**
   * Frees the leases' memory outside of the segment, and clears the recorder's fields in Thread
   * objects. No thread may be in a probe during this call, or enter one before the recorder's
   * classes have been initialised again.
   */
  public static void leave() {
    Leases.leave();
  }

  /**
   * Writes the paths that a live activation holds back in local variables. Called when nothing more
   * of the activation will be recorded.
   *
   * @param trips the paths of the counted loop's trips; 0 if the method has no counted loop
   * @param count the number of complete trips whose paths aren't in the word
   * @param capacity the largest number of paths that the activation can have held back
   */
  public static void release(
      long activation, long word, long packing, long trips, int count, int capacity) {
    int bits = PackedWord.bitsOf(packing);
    if (PackedWord.count(word, bits) < 0
        || count < 0
        || count > PackedWord.MOST_TRIPS
        || Probes.window() == 0) {
      return;
    }
    long current = Probes.run(activation, word, packing, trips, count);
    long rest = Probes.rest(word, packing, trips, count);
    if (PackedWord.count(rest, bits) > 0) {
      full(current, rest, packing);
    }
    U.getAndAddLong(null, BASE + HEADER_RELEASED_PATHS_OFFSET, capacity);
    U.getAndAddLong(null, BASE + HEADER_RELEASED_ACTIVATIONS_OFFSET, 1);
  }

  // ---- events ----

  static void add(int id, int count) {
    StackReserve.use(StackReserve.MANY_FRAMES);
    long slot = Leases.ownSlot();
    long counter = slot <= Slots.SUSPENDED ? 0 : counter(slot, id);
    if (counter == 0) {
      lose(slot, count);
      return;
    }
    U.putLong(counter, U.getLong(counter) + count);
  }

  static long emit(long activation, int id) {
    StackReserve.use(StackReserve.FEW_FRAMES);
    long slot = Leases.ownSlot();
    long position = room(slot);
    if (position == 0) {
      lose(slot, 1);
      return BROKEN_SEQUENCE;
    }
    long current = enter(slot, position, activation);
    put(slot, id);
    return current;
  }

  static void end(long activation, int id) {
    StackReserve.use(StackReserve.FEW_FRAMES);
    long slot = Leases.ownSlot();
    long position = room(slot);
    if (position == 0) {
      lose(slot, 1);
      return;
    }
    enter(slot, position, activation);
    put(slot, -id);
    U.putLong(slot + SLOT_ACTIVATION_OFFSET, Lease.NO_ACTIVATION);
  }

  static void close(long activation) {
    StackReserve.use(StackReserve.FEW_FRAMES);
    long slot = Leases.ownSlot();
    if (slot <= Slots.SUSPENDED || Activations.isFormer(slot, activation)) {
      return;
    }
    long position = room(slot);
    if (position == 0) {
      return;
    }
    enter(slot, position, activation);
    put(slot, CLOSE);
    U.putLong(slot + SLOT_ACTIVATION_OFFSET, Lease.NO_ACTIVATION);
  }

  static long full(long activation, long word, long packing) {
    StackReserve.use(StackReserve.FEW_FRAMES);
    long slot = Leases.ownSlot();
    long position = room(slot);
    if (position == 0) {
      lose(slot, PackedWord.count(word, PackedWord.bitsOf(packing)));
      return BROKEN_SEQUENCE;
    }
    long current = enter(slot, position, activation);
    put(slot, PACKED_GOES_ON, word, packing);
    return current;
  }

  /**
   * Writes {@code count} completions of one path. The activation goes on.
   *
   * @param word a full word that is written before the completions; 0 if there is none
   */
  static long run(long activation, long word, long packing, int path, int count) {
    StackReserve.use(StackReserve.FEW_FRAMES);
    long slot = Leases.ownSlot();
    long position = room(slot);
    if (position == 0) {
      int bits = PackedWord.bitsOf(packing);
      lose(slot, word == 0 ? count : count + PackedWord.capacity(bits));
      return BROKEN_SEQUENCE;
    }
    long current = enter(slot, position, activation);
    if (word != 0) {
      put(slot, PACKED_GOES_ON, word, packing);
    }
    putRun(slot, U.getLong(slot + SLOT_POSITION_OFFSET), packing, path, count);
    return current;
  }

  /**
   * Writes the last paths of an activation.
   *
   * @param kind {@link #PACKED_LAST} or {@link #PACKED_CLOSED}
   */
  static void end(long activation, long word, long packing, int kind) {
    StackReserve.use(StackReserve.FEW_FRAMES);
    long slot = Leases.ownSlot();
    long position = room(slot);
    if (position == 0) {
      lose(slot, PackedWord.count(word, PackedWord.bitsOf(packing)));
    } else if (activation == 0) {
      put(slot, PACKED_WHOLE + kind, word, packing);
    } else {
      enter(slot, position, activation);
      put(slot, kind, word, packing);
      U.putLong(slot + SLOT_ACTIVATION_OFFSET, Lease.NO_ACTIVATION);
    }
  }

  /**
   * Makes the end of the stream belong to {@code activation}. Writes a BEGIN or a RESUME if one is
   * necessary. The chunk must have room for the longest records.
   *
   * @return the activation's new value
   */
  static long enter(long slot, long position, long activation) {
    if (activation == U.getLong(slot + SLOT_ACTIVATION_OFFSET)) {
      return activation;
    }
    long current;
    int control;
    if (activation == 0 || Activations.isFormer(slot, activation)) {
      current = Activations.next(slot) << SEQUENCE_BITS;
      control = BEGIN;
    } else {
      current = (activation & ~SEQUENCE_MASK) | ((activation + 1) & SEQUENCE_MASK);
      control = RESUME;
    }
    U.putInt(position + WORD_BYTES, (int) current);
    U.putInt(position + 2 * WORD_BYTES, (int) (current >>> 32));
    U.putIntRelease(null, position, control);
    U.putLong(slot + SLOT_POSITION_OFFSET, position + 3 * WORD_BYTES);
    U.putLong(slot + SLOT_ACTIVATION_OFFSET, current);
    return current;
  }

  /** Appends one int. The chunk must have room. */
  static void put(long slot, int word) {
    long position = U.getLong(slot + SLOT_POSITION_OFFSET);
    U.putInt(position, word);
    U.putLong(slot + SLOT_POSITION_OFFSET, position + WORD_BYTES);
  }

  /** Appends packed paths at a slot's position. The chunk must have room. */
  @ForceInline
  static void put(long slot, long position, int kind, long word, long packing) {
    U.putInt(position + WORD_BYTES, PackedWord.firstIdOf(packing));
    U.putInt(position + 2 * WORD_BYTES, (int) word);
    U.putInt(position + 3 * WORD_BYTES, (int) (word >>> 32));
    U.putIntRelease(null, position, PACKED + kind + PackedWord.bitsOf(packing));
    U.putLong(slot + SLOT_POSITION_OFFSET, position + PACKED_BYTES);
  }

  /** Appends a path run at a slot's position. The chunk must have room. */
  @ForceInline
  static void putRun(long slot, long position, long packing, int path, int count) {
    U.putInt(position + WORD_BYTES, PackedWord.firstIdOf(packing));
    U.putInt(position + 2 * WORD_BYTES, path);
    U.putInt(position + 3 * WORD_BYTES, count);
    U.putIntRelease(null, position, RUN + PackedWord.bitsOf(packing));
    U.putLong(slot + SLOT_POSITION_OFFSET, position + RUN_BYTES);
  }

  static void put(long slot, int kind, long word, long packing) {
    put(slot, U.getLong(slot + SLOT_POSITION_OFFSET), kind, word, packing);
  }

  static void lose(long slot, int events) {
    if (slot != Slots.SUSPENDED) {
      U.getAndAddLong(null, BASE + HEADER_LOST_COUNT_OFFSET, events);
    }
  }

  // ---- counter pages ----

  /** Returns the address of the id's counter; 0 if there is no memory for the counter. */
  private static long counter(long slot, int id) {
    if (id < Blocks.TABLE_IDS) {
      Lease lease = Leases.of(slot);
      long table = lease.table();
      if (table != 0) {
        ThreadField.set(table + lease.tag());
        return table + id * 8L;
      }
    }
    int pageIndex = id / COUNTERS_PER_PAGE;
    long page = U.getLong(U.getLong(slot + SLOT_DIRECTORY_OFFSET) + pageIndex * 8L);
    if (page == 0) {
      page = newPage(slot, pageIndex);
    }
    return page == 0 ? 0 : page + (id % COUNTERS_PER_PAGE) * 8L;
  }

  private static long newPage(long slot, int pageIndex) {
    Lease lease = Leases.of(slot);
    // Only a lease's owner takes pages for the lease, so no lock is needed to claim a block.
    if ((lease.counterBlock < 0 || lease.counterPagesUsed == PAGES_PER_BLOCK)
        && lease.claimPages() < 0) {
      return 0;
    }
    int used = lease.counterPagesUsed++;
    long block = Blocks.blockAddress(lease.counterBlock);
    U.putIntRelease(null, block + used * 4L, pageIndex + 1);
    long page = block + (used + 1L) * PAGE_BYTES;
    try {
      SpinLock.lock();
      // This store needs the lock, because another thread may be replacing the directory by a
      // larger one.
      U.putLong(lease.directory + pageIndex * 8L, page);
    } finally {
      SpinLock.unlock();
    }
    return page;
  }

  // ---- chunks ----

  /**
   * Returns the position at which the slot's stream goes on; 0 if nothing can be written. If the
   * current chunk has no room for the longest records, the stream goes on in a new chunk.
   */
  static long room(long slot) {
    if (slot <= Slots.SUSPENDED) {
      return 0;
    }
    long position = U.getLong(slot + SLOT_POSITION_OFFSET);
    if (U.getLong(slot + SLOT_LIMIT_OFFSET) - position >= MAX_RECORD_BYTES) {
      return position;
    }
    // After the recording has ended, probes should cost the program as little time as possible.
    if (U.getLong(slot + SLOT_LIMIT_OFFSET) == 0 && Blocks.ended()) {
      return 0;
    }
    StackReserve.use(StackReserve.MANY_FRAMES);
    Lease lease = Leases.of(slot);
    if (lease.chunk >= 0) {
      Blocks.close(lease.chunk, position);
      lease.chunk = -1;
    }
    U.putLong(slot + SLOT_POSITION_OFFSET, 0);
    U.putLong(slot + SLOT_LIMIT_OFFSET, 0);
    int block = Blocks.claim(lease, BLOCK_STREAM, lease.sequence);
    if (block < 0) {
      return 0;
    }
    lease.sequence++;
    lease.chunk = block;
    position = Blocks.blockAddress(block);
    U.putLong(slot + SLOT_LIMIT_OFFSET, position + BLOCK_BYTES);
    U.putLong(slot + SLOT_POSITION_OFFSET, position);
    return position;
  }
}
