package org.kpathjvm.runtime.inline;

import org.kpathjvm.runtime.threads.SpinLock;
import org.kpathjvm.runtime.threads.StackReserve;

/**
 * The probes of edge profiling, and of methods that are too large for paths. The classes of other
 * probes inherit the methods for adding.
 */
public class EdgeProbes {
  protected EdgeProbes() {}

  /**
   * Whether an exception's dispatch to a handler could not be recorded because no stack was left.
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
   * @param counters null when the tables were given up
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
   * @param paths null when the tables were given up
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
