package org.kpathjvm.runtime.recorder;

import java.lang.ref.WeakReference;

/**
 * What a platform thread holds while it records: one stream and a set of counter pages. When the
 * thread has died, another takes the lease over as it is ({@link Leases}): counts add up, the
 * stream goes on. Memory is thus bounded by the number of threads that live at once.
 *
 * <p>All fields are guarded by the recorder's lock, except that the owner alone uses {@link
 * #sequence} and {@link #chunk}.
 */
final class Lease {
  /** Pages of the directory that a lease starts with: 512 pages are 262,144 ids. */
  static final int INITIAL_DIRECTORY_PAGES = 512;

  final int number;
  final boolean carrier;

  /** Name of the threads that it belongs to, one after the other; null for a shared lease. */
  String name;

  /** Weak, so that a dead thread and what it refers to can be collected. */
  WeakReference<Thread> owner;

  /** Address of the owner's slot, 0 while the lease is in the pool. */
  long slot;

  /** Position and limit in the stream while the lease is in the pool. */
  long position;

  long limit;

  /** Ordinal of the next chunk. */
  long sequence;

  /** Block index of the current chunk, -1 before the first. */
  int chunk = -1;

  long directory;
  int directoryPages;

  /** Block index that has the newest counter pages, -1 before the first. */
  int counterBlock = -1;

  /** Pages used in that block. */
  int counterPagesUsed;

  Lease(int number, boolean carrier) {
    this.number = number;
    this.carrier = carrier;
  }
}
