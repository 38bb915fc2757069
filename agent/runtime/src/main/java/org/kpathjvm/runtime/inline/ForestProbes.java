package org.kpathjvm.runtime.inline;

import org.kpathjvm.runtime.threads.SpinLock;
import org.kpathjvm.runtime.threads.StackReserve;

/**
 * The probes of k-BLPP: process_bl_path_id is called right there. The marker * of a method's entry
 * is the value 0 of the activation.
 */
public final class ForestProbes extends EdgeProbes {
  private ForestProbes() {}

  /** The only path of an activation is complete. */
  public static void path(int id) {
    emit(0, id);
  }

  /**
   * A path is complete and its activation goes on.
   *
   * @return the activation's new value, to be kept in its local variable
   */
  public static long emit(long activation, int id) {
    TableLease lease = Threads.own();
    Forest forest = lease == null ? null : (Forest) lease.tables;
    if (forest == null) {
      return 0;
    }
    return lease.carrier ? stepShared(forest, activation, id) : forest.step(activation, id);
  }

  /** A path is complete and is the last one of its activation. */
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
