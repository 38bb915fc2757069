package org.kpathjvm.runtime.inline;

import org.kpathjvm.runtime.threads.SpinLock;
import org.kpathjvm.runtime.threads.StackReserve;

/**
 * The probes of k-BLPP. For each complete path, they run the procedure process_bl_path_id of the
 * k-BLPP paper ({@link Forest#step}). At a method's entry, the activation's value is 0, where the
 * paper has the marker *.
 */
public final class ForestProbes extends EdgeProbes {
  private ForestProbes() {}

  /** Processes the only path of an activation. */
  public static void path(int id) {
    emit(0, id);
  }

  /**
   * Processes a complete path whose activation goes on.
   *
   * @return the activation's new value, which the instrumented method keeps in a local variable
   */
  public static long emit(long activation, int id) {
    TableLease lease = Threads.own();
    Forest forest = lease == null ? null : (Forest) lease.tables;
    if (forest == null) {
      return 0;
    }
    return lease.carrier ? stepShared(forest, activation, id) : forest.step(activation, id);
  }

  /** Processes a complete path that is the last one of its activation. */
  public static void exit(long activation, int id) {
    emit(activation, id);
  }

  private static long stepShared(Forest forest, long activation, int id) {
    StackReserve.use(StackReserve.MANY_FRAMES);
    try {
      SpinLock.lock();
      return Recording.ended ? 0 : forest.step(activation, id);
    } finally {
      SpinLock.unlock();
    }
  }
}
