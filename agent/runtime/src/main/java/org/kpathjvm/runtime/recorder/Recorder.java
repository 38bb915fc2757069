package org.kpathjvm.runtime.recorder;

import static org.kpathjvm.runtime.layout.SegmentLayout.*;
import static org.kpathjvm.runtime.layout.StreamFormat.*;

import java.lang.ref.WeakReference;
import java.util.Arrays;
import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.DontInline;

/**
 * The slow paths of the probes: leases of slots, pages and chunks, changes of activation, waiting
 * for the consumer.
 *
 * <p>A probe may run anywhere: in a virtual thread, with locks held, with the interrupt flag set,
 * near the end of the stack. So nothing here parks, sleeps, waits on a monitor, runs application
 * code or calls a class outside of java.lang that could itself be instrumented. Shared state is
 * guarded by a spin lock; before it is taken, {@link #reserveStack} makes a StackOverflowError
 * happen while nothing is half done.
 */
public final class Recorder {
  private Recorder() {}

  private static final Unsafe U = Unsafe.getUnsafe();
  private static final long TID = U.objectFieldOffset(Thread.class, "tid");
  private static final long BASE = Setup.base;
  private static final long SLOTS = BASE + Setup.slotsOffset;
  private static final long SLOT_MASK = Setup.slotCount - 1L;

  /** How far from its home a thread's slot may lie when two live threads share one home. */
  private static final int SLOT_WINDOW = Math.min(256, Setup.slotCount);

  /** In {@link #SLOT_ACTIVATION_OFFSET}: the stream's end belongs to no activation. */
  private static final long NO_ACTIVATION = -1;

  /**
   * The activation after a path that could not be recorded: what comes is no neighbour of what was,
   * so it begins anew if it can be recorded at all.
   */
  private static final long BROKEN_SEQUENCE = 0;

  /** Activation numbers that a slot reserves at once. */
  private static final int ACTIVATION_BATCH = 1 << 16;

  private static final long ACTIVATION_NUMBER_MASK = (1L << (64 - SEQUENCE_BITS)) - 1;

  /**
   * Frames to reserve before a record of a few stores, which call nothing but Unsafe; a begin or a
   * change of activation is frequent, and each frame costs a nanosecond.
   */
  private static final int FEW_FRAMES = 12;

  /** Frames to reserve before the lock is taken, a block is claimed or anything is allocated. */
  private static final int MANY_FRAMES = 48;

  private static final long LOCK = U.allocateMemory(8);

  private static Lease[] leases = new Lease[16];
  private static int leaseCount;

  /** Leases without an owner: of platform threads, and of carriers of virtual threads. */
  private static final int[] pooled = new int[2];

  private static int leasedSinceSweep;

  /** Pages that every directory must have. */
  private static int directoryPages = Lease.INITIAL_DIRECTORY_PAGES;

  /** True when nothing more is recorded: the segment is full for good, or the consumer has died. */
  private static volatile boolean ended;

  static {
    U.putLong(LOCK, 0);
  }

  // ---- what the agent calls ----

  /**
   * Makes sure that every thread can count ids up to {@code idCount}; call before they are used.
   */
  public static void provideIds(int idCount) {
    try {
      lock();
      int needed = idCount / COUNTERS_PER_PAGE + 1;
      if (needed > directoryPages) {
        directoryPages = Math.max(needed, 2 * directoryPages);
        for (int i = 0; i < leaseCount; i++) {
          growDirectory(leases[i]);
        }
      }
      U.putLongRelease(null, BASE + HEADER_ID_COUNT_OFFSET, idCount);
    } finally {
      unlock();
    }
  }

  /** Ends the recording; what is not recorded from now on is counted as lost. */
  public static void endRecording() {
    ended = true;
    U.putIntRelease(null, BASE + HEADER_TARGET_STATE_OFFSET, TARGET_ENDED_EARLY);
  }

  /**
   * Stops recording the current thread until {@link #resumeThread}: the agent's own work on this
   * thread isn't the application's. A thread that hasn't recorded anything yet gets its slot here.
   */
  public static void suspendThread() {
    long slot = slot();
    if (slot > SUSPENDED) {
      U.putLong(slot + SLOT_OWNER_OFFSET, -threadId());
    }
  }

  public static void resumeThread() {
    long slot = ownSlot(-threadId());
    if (slot != NO_SLOT) {
      U.putLong(slot + SLOT_OWNER_OFFSET, threadId());
    }
  }

  // ---- events ----

  static void count(int id) {
    reserveStack(MANY_FRAMES);
    long slot = slot();
    long counter = slot <= SUSPENDED ? 0 : counter(slot, id);
    if (counter == 0) {
      lose(slot, 1);
      return;
    }
    U.putLong(counter, U.getLong(counter) + 1);
  }

  static long emit(long activation, int id) {
    reserveStack(FEW_FRAMES);
    long slot = slot();
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
    reserveStack(FEW_FRAMES);
    long slot = slot();
    long position = room(slot);
    if (position == 0) {
      lose(slot, 1);
      return;
    }
    enter(slot, position, activation);
    put(slot, -id);
    U.putLong(slot + SLOT_ACTIVATION_OFFSET, NO_ACTIVATION);
  }

  static void close(long activation) {
    reserveStack(FEW_FRAMES);
    long slot = slot();
    long position = room(slot);
    if (position == 0) {
      return;
    }
    enter(slot, position, activation);
    put(slot, CLOSE);
    U.putLong(slot + SLOT_ACTIVATION_OFFSET, NO_ACTIVATION);
  }

  static long run(long activation, int id, int n) {
    reserveStack(FEW_FRAMES);
    long slot = slot();
    long position = room(slot);
    if (position == 0) {
      lose(slot, n);
      return BROKEN_SEQUENCE;
    }
    long current = enter(slot, position, activation);
    position = U.getLong(slot + SLOT_POSITION_OFFSET);
    U.putInt(position + WORD_BYTES, id);
    U.putInt(position + 2 * WORD_BYTES, n);
    U.putIntRelease(null, position, RUN);
    U.putLong(slot + SLOT_POSITION_OFFSET, position + 3 * WORD_BYTES);
    return current;
  }

  /**
   * Makes {@code activation} the one that the stream's end belongs to, by a BEGIN or RESUME if it
   * isn't yet. The chunk has room for the longest record.
   *
   * @return the activation's new value
   */
  private static long enter(long slot, long position, long activation) {
    if (activation == U.getLong(slot + SLOT_ACTIVATION_OFFSET)) {
      return activation;
    }
    long current;
    int control;
    if (activation == 0) {
      current = nextActivationNumber(slot) << SEQUENCE_BITS;
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

  /** Appends one word; there is room. */
  private static void put(long slot, int word) {
    long position = U.getLong(slot + SLOT_POSITION_OFFSET);
    U.putInt(position, word);
    U.putLong(slot + SLOT_POSITION_OFFSET, position + WORD_BYTES);
  }

  private static long nextActivationNumber(long slot) {
    long next = U.getLong(slot + SLOT_NEXT_ACTIVATION_OFFSET);
    if (next == U.getLong(slot + SLOT_ACTIVATION_LIMIT_OFFSET)) {
      next =
          U.getAndAddLong(null, BASE + HEADER_NEXT_ACTIVATION_OFFSET, ACTIVATION_BATCH)
              & ACTIVATION_NUMBER_MASK;
      U.putLong(slot + SLOT_ACTIVATION_LIMIT_OFFSET, next + ACTIVATION_BATCH);
      // 0 stands for "no activation yet".
      next = Math.max(next, 1);
    }
    U.putLong(slot + SLOT_NEXT_ACTIVATION_OFFSET, next + 1);
    return next;
  }

  private static void lose(long slot, long events) {
    if (slot != SUSPENDED) {
      U.getAndAddLong(null, BASE + HEADER_LOST_COUNT_OFFSET, events);
    }
  }

  // ---- slots and leases ----

  /** Instead of a slot's address: there is none for this thread. */
  private static final long NO_SLOT = 0;

  /** Instead of a slot's address: none is wanted, the agent itself is at work on this thread. */
  private static final long SUSPENDED = 1;

  private static long threadId() {
    return U.getLong(Carrier.current(), TID);
  }

  private static long slotAt(long index) {
    return SLOTS + (index & SLOT_MASK) * SLOT_BYTES;
  }

  /** The slot whose owner field is {@code owner}, or {@link #NO_SLOT}. */
  private static long ownSlot(long owner) {
    long home = Math.abs(owner);
    for (int distance = 0; distance < SLOT_WINDOW; distance++) {
      long slot = slotAt(home + distance);
      if (U.getLong(slot + SLOT_OWNER_OFFSET) == owner) {
        return slot;
      }
    }
    return 0;
  }

  /** The current thread's slot, {@link #NO_SLOT} or {@link #SUSPENDED}. */
  private static long slot() {
    long tid = threadId();
    long slot = ownSlot(tid);
    if (slot != NO_SLOT) {
      return slot;
    }
    if (ownSlot(-tid) != NO_SLOT) {
      return SUSPENDED;
    }
    if (ended) {
      return NO_SLOT;
    }
    try {
      return lease(Carrier.current(), tid);
    } catch (OutOfMemoryError heapFull) {
      // The application is about to meet it by itself; that must not happen in our name.
      return NO_SLOT;
    }
  }

  private static long lease(Thread thread, long tid) {
    reserveStack(MANY_FRAMES);
    WeakReference<Thread> owner = new WeakReference<>(thread);
    try {
      lock();
      long slot = freeSlot(tid);
      boolean carrier = Setup.carrierClass != null && Setup.carrierClass.isInstance(thread);
      // The kinds apart: leases of carriers that are gone are of no use to a platform thread.
      if (slot == 0 || (pooled[kind(carrier)] == 0 && leasedSinceSweep >= leaseCount / 2)) {
        sweep();
        slot = slot == 0 ? freeSlot(tid) : slot;
      }
      if (slot == 0) {
        return 0;
      }
      Lease lease = pooledLease(carrier);
      if (lease == null) {
        lease = newLease(carrier);
      }
      leasedSinceSweep++;
      lease.owner = owner;
      lease.slot = slot;
      U.putLong(slot + SLOT_ACTIVATION_OFFSET, NO_ACTIVATION);
      U.putLong(slot + SLOT_POSITION_OFFSET, lease.position);
      U.putLong(slot + SLOT_LIMIT_OFFSET, lease.limit);
      U.putLong(slot + SLOT_DIRECTORY_OFFSET, lease.directory);
      U.putInt(slot + SLOT_LEASE_OFFSET, lease.number);
      U.putLong(slot + SLOT_NEXT_ACTIVATION_OFFSET, 0);
      U.putLong(slot + SLOT_ACTIVATION_LIMIT_OFFSET, 0);
      U.putLongRelease(null, slot + SLOT_OWNER_OFFSET, tid);
      U.getAndAddLong(null, BASE + HEADER_THREAD_COUNT_OFFSET, 1);
      return slot;
    } finally {
      unlock();
    }
  }

  private static long freeSlot(long tid) {
    for (int distance = 0; distance < SLOT_WINDOW; distance++) {
      long slot = slotAt(tid + distance);
      if (U.getLong(slot + SLOT_OWNER_OFFSET) == 0) {
        return slot;
      }
    }
    return 0;
  }

  /** Takes the leases of dead threads back into the pool. */
  private static void sweep() {
    leasedSinceSweep = 0;
    for (int i = 0; i < leaseCount; i++) {
      Lease lease = leases[i];
      if (lease.slot == 0) {
        continue;
      }
      Thread owner = lease.owner.get();
      if (owner == null || !owner.isAlive()) {
        lease.position = U.getLong(lease.slot + SLOT_POSITION_OFFSET);
        lease.limit = U.getLong(lease.slot + SLOT_LIMIT_OFFSET);
        U.putLongRelease(null, lease.slot + SLOT_OWNER_OFFSET, 0);
        lease.slot = 0;
        lease.owner = null;
        pooled[kind(lease.carrier)]++;
      }
    }
  }

  private static int kind(boolean carrier) {
    return carrier ? 1 : 0;
  }

  private static Lease pooledLease(boolean carrier) {
    if (pooled[kind(carrier)] > 0) {
      for (int i = 0; i < leaseCount; i++) {
        Lease lease = leases[i];
        if (lease.slot == 0 && lease.carrier == carrier) {
          pooled[kind(carrier)]--;
          return lease;
        }
      }
    }
    return null;
  }

  private static Lease newLease(boolean carrier) {
    if (leaseCount == leases.length) {
      leases = Arrays.copyOf(leases, 2 * leaseCount);
    }
    Lease lease = new Lease(leaseCount, carrier);
    growDirectory(lease);
    leases[leaseCount++] = lease;
    U.putIntRelease(null, BASE + HEADER_LEASE_COUNT_OFFSET, leaseCount);
    return lease;
  }

  /**
   * Gives a lease a directory of {@link #directoryPages} entries. The old one is left as it is: its
   * owner may be reading it, and all that it can look up there stays right.
   */
  private static void growDirectory(Lease lease) {
    long bytes = directoryPages * 8L;
    long directory = U.allocateMemory(bytes);
    U.setMemory(directory, bytes, (byte) 0);
    if (lease.directory != 0) {
      U.copyMemory(lease.directory, directory, lease.directoryPages * 8L);
    }
    lease.directory = directory;
    lease.directoryPages = directoryPages;
    if (lease.slot != 0) {
      U.putLongRelease(null, lease.slot + SLOT_DIRECTORY_OFFSET, directory);
    }
  }

  private static Lease leaseOf(long slot) {
    return leases[U.getInt(slot + SLOT_LEASE_OFFSET)];
  }

  // ---- counter pages ----

  /** The address of an id's counter for the slot's owner, or 0. */
  private static long counter(long slot, int id) {
    int pageIndex = id / COUNTERS_PER_PAGE;
    long page = U.getLong(U.getLong(slot + SLOT_DIRECTORY_OFFSET) + pageIndex * 8L);
    if (page == 0) {
      page = newPage(slot, pageIndex);
    }
    return page == 0 ? 0 : page + (id % COUNTERS_PER_PAGE) * 8L;
  }

  private static long newPage(long slot, int pageIndex) {
    Lease lease = leaseOf(slot);
    // Only the owner takes pages for its lease, so the block can be had without the lock.
    if (lease.counterBlock < 0 || lease.counterPagesUsed == PAGES_PER_BLOCK) {
      int block = claim(lease, BLOCK_COUNTERS, 0);
      if (block < 0) {
        return 0;
      }
      lease.counterBlock = block;
      lease.counterPagesUsed = 0;
    }
    int used = lease.counterPagesUsed++;
    long block = blockAddress(lease.counterBlock);
    U.putIntRelease(null, block + used * 4L, pageIndex + 1);
    long page = block + (used + 1L) * PAGE_BYTES;
    try {
      lock();
      // Under the lock: the directory may be growing.
      U.putLong(lease.directory + pageIndex * 8L, page);
    } finally {
      unlock();
    }
    return page;
  }

  // ---- chunks ----

  /** The position in the slot's stream, with room for the longest record; 0 when there is none. */
  private static long room(long slot) {
    if (slot <= SUSPENDED) {
      return 0;
    }
    long position = U.getLong(slot + SLOT_POSITION_OFFSET);
    if (U.getLong(slot + SLOT_LIMIT_OFFSET) - position >= MAX_RECORD_BYTES) {
      return position;
    }
    reserveStack(MANY_FRAMES);
    Lease lease = leaseOf(slot);
    if (lease.chunk >= 0) {
      int used = (int) (position - blockAddress(lease.chunk));
      U.putIntRelease(null, descriptor(lease.chunk) + DESCRIPTOR_FINAL_BYTES_OFFSET, used);
      lease.chunk = -1;
    }
    U.putLong(slot + SLOT_POSITION_OFFSET, 0);
    U.putLong(slot + SLOT_LIMIT_OFFSET, 0);
    int block = claim(lease, BLOCK_STREAM, lease.sequence);
    if (block < 0) {
      return 0;
    }
    lease.sequence++;
    lease.chunk = block;
    position = blockAddress(block);
    U.putLong(slot + SLOT_LIMIT_OFFSET, position + BLOCK_BYTES);
    U.putLong(slot + SLOT_POSITION_OFFSET, position);
    return position;
  }

  private static long blockAddress(int block) {
    return BASE + Setup.blocksOffset + (long) block * BLOCK_BYTES;
  }

  private static long descriptor(int block) {
    return BASE + Setup.descriptorsOffset + (long) block * DESCRIPTOR_BYTES;
  }

  /** Claims a free block, waiting for the consumer to free one; -1 when the recording has ended. */
  private static int claim(Lease lease, int state, long sequence) {
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
        giveWay();
        block = tryClaim(lease, state, sequence);
      }
    }
    U.getAndAddLong(null, BASE + HEADER_WAITED_NANOS_OFFSET, System.nanoTime() - start);
    return block;
  }

  /**
   * First fit: the blocks that were freed last and used first are the ones that caches still hold.
   */
  private static int tryClaim(Lease lease, int state, long sequence) {
    for (int block = 0; block < Setup.blockCount; block++) {
      long descriptor = descriptor(block);
      if (U.getInt(descriptor + DESCRIPTOR_STATE_OFFSET) == BLOCK_FREE
          && U.compareAndSetInt(
              null, descriptor + DESCRIPTOR_STATE_OFFSET, BLOCK_FREE, BLOCK_CLAIMED)) {
        U.putInt(descriptor + DESCRIPTOR_LEASE_OFFSET, lease.number);
        U.putLong(descriptor + DESCRIPTOR_SEQUENCE_OFFSET, sequence);
        U.putInt(descriptor + DESCRIPTOR_FINAL_BYTES_OFFSET, 0);
        U.putInt(descriptor + DESCRIPTOR_CARRIER_OFFSET, lease.carrier ? 1 : 0);
        U.putIntRelease(null, descriptor + DESCRIPTOR_STATE_OFFSET, state);
        return block;
      }
    }
    return -1;
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
   * A digest of who has which block, when all of them are counters or chunks that are still open;
   * else {@link #FREEABLE}.
   */
  private static long openBlocks() {
    long digest = 1;
    for (int block = 0; block < Setup.blockCount; block++) {
      long descriptor = descriptor(block);
      int state = U.getIntAcquire(null, descriptor + DESCRIPTOR_STATE_OFFSET);
      boolean closed = U.getInt(descriptor + DESCRIPTOR_FINAL_BYTES_OFFSET) != 0;
      if (state == BLOCK_FREE || (state == BLOCK_STREAM && closed)) {
        return FREEABLE;
      }
      digest = 31 * digest + U.getInt(descriptor + DESCRIPTOR_LEASE_OFFSET);
      digest = 31 * digest + U.getLong(descriptor + DESCRIPTOR_SEQUENCE_OFFSET);
    }
    return digest == FREEABLE ? 1 : digest;
  }

  // ---- lock, yield, stack ----

  /**
   * To be called within the {@code try} whose {@code finally} unlocks: the lock names its holder,
   * so that it is given back even if Thread.stop() strikes between the two.
   */
  private static void lock() {
    long tid = threadId();
    int spins = 0;
    while (!U.compareAndSetLong(null, LOCK, 0, tid)) {
      if (++spins < 64) {
        Thread.onSpinWait();
      } else {
        giveWay();
      }
    }
  }

  private static void unlock() {
    if (U.getLong(LOCK) == threadId()) {
      U.putLongRelease(null, LOCK, 0);
    }
  }

  private static void giveWay() {
    try {
      Setup.yield.invokeExact();
    } catch (Throwable cannotHappen) {
      throw new InternalError(cannotHappen);
    }
  }

  /** Uses up some stack and gives it back, so that what follows finds it or never starts. */
  @DontInline
  private static int reserveStack(int frames) {
    return frames == 0 ? 0 : 1 + reserveStack(frames - 1);
  }
}
