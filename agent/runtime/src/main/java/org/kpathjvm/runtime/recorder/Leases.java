package org.kpathjvm.runtime.recorder;

import static org.kpathjvm.runtime.layout.SegmentLayout.*;

import java.lang.ref.WeakReference;
import jdk.internal.misc.Unsafe;

/**
 * Who has which lease. Without rows for threads in the segment a dead thread's lease goes to the
 * next new one. With them, threads get leases of their own as long as there are rows and room, and
 * such a lease goes on to threads of the same name only; all further threads share the others.
 */
final class Leases {
  private Leases() {}

  private static final Unsafe U = Unsafe.getUnsafe();
  private static final long ROWS = Setup.threads;

  private static Lease[] leases = new Lease[16];
  private static int leaseCount;

  /** Shared leases without an owner: of platform threads, and of carriers of virtual threads. */
  private static final int[] pooled = new int[2];

  private static int leasedSinceSweep;

  /** Pages that every directory must have. */
  private static int directoryPages = Lease.INITIAL_DIRECTORY_PAGES;

  static Lease of(long slot) {
    return leases[U.getInt(slot + SLOT_LEASE_OFFSET)];
  }

  static void provideIds(int idCount) {
    try {
      SpinLock.lock();
      int needed = idCount / COUNTERS_PER_PAGE + 1;
      if (needed > directoryPages) {
        directoryPages = Math.max(needed, 2 * directoryPages);
        for (int i = 0; i < leaseCount; i++) {
          growDirectory(leases[i]);
        }
      }
      U.putLongRelease(null, Setup.base + HEADER_ID_COUNT_OFFSET, idCount);
    } finally {
      SpinLock.unlock();
    }
  }

  /** Gives a thread a slot and a lease; {@link Slots#NO_SLOT} when no slot is free. */
  static long lease(Thread thread, long tid) {
    StackReserve.use(StackReserve.MANY_FRAMES);
    WeakReference<Thread> owner = new WeakReference<>(thread);
    String name = Setup.threadRows == 0 ? null : thread.getName();
    try {
      SpinLock.lock();
      long slot = Slots.free(tid);
      boolean carrier = Setup.carrierClass != null && Setup.carrierClass.isInstance(thread);
      // The kinds apart: leases of carriers that are gone are of no use to a platform thread.
      boolean mayHaveDied = pooled[kind(carrier)] == 0 && leasedSinceSweep >= leaseCount / 2;
      if (slot == Slots.NO_SLOT || mayHaveDied) {
        sweep();
        slot = slot == Slots.NO_SLOT ? Slots.free(tid) : slot;
      }
      if (slot == Slots.NO_SLOT) {
        return slot;
      }
      Lease lease = carrier ? sharedLease(true) : leaseFor(name);
      leasedSinceSweep++;
      lease.owner = owner;
      lease.slot = slot;
      U.putLong(slot + SLOT_ACTIVATION_OFFSET, Slots.NO_ACTIVATION);
      U.putLong(slot + SLOT_POSITION_OFFSET, lease.position);
      U.putLong(slot + SLOT_LIMIT_OFFSET, lease.limit);
      U.putLong(slot + SLOT_DIRECTORY_OFFSET, lease.directory);
      U.putInt(slot + SLOT_LEASE_OFFSET, lease.number);
      U.putLong(slot + SLOT_NEXT_ACTIVATION_OFFSET, 0);
      U.putLong(slot + SLOT_ACTIVATION_LIMIT_OFFSET, 0);
      U.putLongRelease(null, slot + SLOT_OWNER_OFFSET, tid);
      U.getAndAddLong(null, Setup.base + HEADER_THREAD_COUNT_OFFSET, 1);
      return slot;
    } finally {
      SpinLock.unlock();
    }
  }

  /** Takes back the leases of dead threads. */
  private static void sweep() {
    leasedSinceSweep = 0;
    for (int i = 0; i < leaseCount; i++) {
      releaseIfDead(leases[i]);
    }
  }

  private static void releaseIfDead(Lease lease) {
    if (lease.slot == 0) {
      return;
    }
    Thread owner = lease.owner.get();
    if (owner != null && owner.isAlive()) {
      return;
    }
    lease.position = U.getLong(lease.slot + SLOT_POSITION_OFFSET);
    lease.limit = U.getLong(lease.slot + SLOT_LIMIT_OFFSET);
    U.putLongRelease(null, lease.slot + SLOT_OWNER_OFFSET, 0);
    lease.slot = 0;
    lease.owner = null;
    if (lease.name == null) {
      pooled[kind(lease.carrier)]++;
    } else {
      finishChunk(lease);
    }
  }

  /** A lease that may never be used again doesn't keep the consumer from its last chunk. */
  private static void finishChunk(Lease lease) {
    if (lease.chunk >= 0 && lease.position != Blocks.blockAddress(lease.chunk)) {
      Blocks.close(lease.chunk, lease.position);
      lease.chunk = -1;
      lease.position = 0;
      lease.limit = 0;
    }
  }

  private static int kind(boolean carrier) {
    return carrier ? 1 : 0;
  }

  private static Lease leaseFor(String name) {
    if (name != null) {
      for (int i = 0; i < leaseCount; i++) {
        Lease lease = leases[i];
        if (name.equals(lease.name)) {
          releaseIfDead(lease);
          if (lease.slot == 0) {
            return lease;
          }
        }
      }
      if (leaseCount < Setup.threadRows && Blocks.hasRoomForThread()) {
        Lease lease = newLease(false);
        lease.name = name;
        writeRow(lease.number, name);
        return lease;
      }
    }
    return sharedLease(false);
  }

  private static Lease sharedLease(boolean carrier) {
    if (pooled[kind(carrier)] > 0) {
      for (int i = 0; i < leaseCount; i++) {
        Lease lease = leases[i];
        if (lease.slot == 0 && lease.name == null && lease.carrier == carrier) {
          pooled[kind(carrier)]--;
          return lease;
        }
      }
    }
    return newLease(carrier);
  }

  private static Lease newLease(boolean carrier) {
    if (leaseCount == leases.length) {
      // Not by java.util.Arrays: a probe in it would wait for the lock that this thread holds.
      Lease[] longer = new Lease[2 * leaseCount];
      System.arraycopy(leases, 0, longer, 0, leaseCount);
      leases = longer;
    }
    Lease lease = new Lease(leaseCount, carrier);
    growDirectory(lease);
    leases[leaseCount++] = lease;
    U.putIntRelease(null, Setup.base + HEADER_LEASE_COUNT_OFFSET, leaseCount);
    return lease;
  }

  /** Before the lease's first block is published, so whoever sees a block sees its row. */
  private static void writeRow(int number, String name) {
    long row = ROWS + (long) number * THREAD_ROW_BYTES;
    int length = Math.min(name.length(), THREAD_NAME_CHARS);
    for (int at = 0; at < length; at++) {
      U.putChar(row + THREAD_NAME_OFFSET + 2L * at, name.charAt(at));
    }
    U.putInt(row + THREAD_NAME_LENGTH_OFFSET, length);
    U.putIntRelease(null, row + THREAD_KIND_OFFSET, THREAD_OWN);
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
}
