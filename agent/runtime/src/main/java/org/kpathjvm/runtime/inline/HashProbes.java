package org.kpathjvm.runtime.inline;

import org.kpathjvm.runtime.threads.SpinLock;
import org.kpathjvm.runtime.threads.StackReserve;

/** The probes of BLPP by hash: one operation on the table for each completed path. */
public final class HashProbes extends EdgeProbes {
  private HashProbes() {}

  /** A path is complete. */
  public static void path(int id) {
    Lease lease = Threads.own();
    PathTable paths = lease == null ? null : (PathTable) lease.tables;
    if (paths == null) {
      return;
    }
    if (!lease.carrier) {
      paths.add(id, 1);
      return;
    }
    StackReserve.use(StackReserve.MANY_FRAMES);
    try {
      SpinLock.lock();
      if (!Recording.ended) {
        paths.add(id, 1);
      }
    } finally {
      SpinLock.unlock();
    }
  }
}
