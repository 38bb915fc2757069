package org.kpathjvm.runtime.inline;

import org.kpathjvm.runtime.threads.SpinLock;
import org.kpathjvm.runtime.threads.StackReserve;

/** The probe of edge profiling, and of methods that are too large for their paths. */
public class EdgeProbes {
  EdgeProbes() {}

  /** Adds one to the counter of an id. */
  public static void count(int id) {
    Lease lease = Threads.own();
    if (lease != null) {
      add(lease, lease.counters, id);
    }
  }

  /**
   * @param counters null: given up
   */
  static void add(Lease lease, CounterPages counters, int id) {
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
}
