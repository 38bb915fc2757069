package org.kpathjvm.runtime.inline;

import org.kpathjvm.runtime.threads.SpinLock;
import org.kpathjvm.runtime.threads.StackReserve;

/**
 * The probes of edge profiling, and of methods that are too large for their paths to be recorded.
 * The probe classes of the other inline profilers inherit the methods that add to counters.
 */
public class EdgeProbes {
  protected EdgeProbes() {}

  /**
   * Whether a probe has failed because the stack was full. Such a probe would have recorded the
   * dispatch of an exception to a handler or, in packed k-BLPP, what an activation held back.
   */
  public static boolean lost;

  /** Adds one to the counter of an id. */
  public static void count(int id) {
    TableLease lease = Threads.own();
    if (lease != null) {
      add(lease, lease.counters, id);
    }
  }

  /**
   * Adds one to a counter.
   *
   * @param counters null if the tables were given up
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
   * Adds one to a path's count.
   *
   * @param paths null if the tables were given up
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
