package org.kpathjvm.runtime.inline;

import org.kpathjvm.runtime.threads.SpinLock;
import org.kpathjvm.runtime.threads.StackReserve;

/** Probes of edge profiling and of methods too large for their paths; adding, for the others. */
public class EdgeProbes {
  protected EdgeProbes() {}

  /** Whether there was no stack left to record what an exception's dispatch to a handler ends. */
  public static boolean lost;

  /** Adds one to the counter of an id. */
  public static void count(int id) {
    TableLease lease = Threads.own();
    if (lease != null) {
      add(lease, lease.counters, id);
    }
  }

  /**
   * @param counters null: given up
   */
  protected static void add(TableLease lease, CounterPages counters, int id) {
    if (counters == null) {
      return;
    }
    if (!lease.carrier) {
      counters.add(id);
      return;
    }
    StackReserve.use(StackReserve.MANY_FRAMES);
    try {
      SpinLock.lock();
      if (!Recording.ended) {
        counters.add(id);
      }
    } finally {
      SpinLock.unlock();
    }
  }

  /**
   * @param paths null: given up
   */
  protected static void add(TableLease lease, PathTable paths, int id) {
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
