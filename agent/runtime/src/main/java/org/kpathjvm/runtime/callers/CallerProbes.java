package org.kpathjvm.runtime.callers;

import org.kpathjvm.runtime.inline.EdgeProbes;
import org.kpathjvm.runtime.inline.Recording;
import org.kpathjvm.runtime.inline.TableLease;
import org.kpathjvm.runtime.inline.Threads;
import org.kpathjvm.runtime.threads.SpinLock;
import org.kpathjvm.runtime.threads.StackReserve;

/**
 * The probes that count entries of methods by the thread's current site. A site is an id that
 * stands for a call in a method, or for the whole method (the method's own site). While the
 * thread's topmost recorded activation executes a call, the current site is that of the call.
 * Between calls, it is the own site of the activation's method.
 *
 * <p>The current site is kept for each platform thread. A virtual thread may move to another
 * carrier, which doesn't know the virtual thread's site. So entries in virtual threads are counted
 * under {@link #UNTOLD}.
 */
public final class CallerProbes extends EdgeProbes {
  /** The current site of a thread that has no recorded activation. */
  private static final int OUTSIDE = 0;

  /** The site under which entries in virtual threads are counted. It is larger than every id. */
  static final int UNTOLD = Integer.MAX_VALUE;

  private CallerProbes() {}

  /**
   * Counts an entry of a method, and makes the method's own site the current one.
   *
   * @param id the method's own site
   * @return the site from which the method was entered; the method makes this site current again
   *     when the method ends
   */
  public static int enter(int id) {
    TableLease lease = Threads.own();
    if (lease == null) {
      return OUTSIDE;
    }
    count(lease, id);
    int from = lease.site;
    lease.site = id;
    return from;
  }

  /** Counts an entry of a method that calls no other code. */
  public static void leaf(int id) {
    TableLease lease = Threads.own();
    if (lease != null) {
      count(lease, id);
    }
  }

  /** Sets the current site. */
  public static void at(int site) {
    TableLease lease = Threads.own();
    if (lease != null) {
      lease.site = site;
    }
  }

  /**
   * Sets the current site when a constructor calls this() or super().
   *
   * @param site the site of this call
   * @param escape the site that becomes current again if an exception leaves both the called
   *     constructor and the calling constructor
   */
  public static void chain(int site, int escape) {
    TableLease lease = Threads.own();
    if (lease != null) {
      lease.site = site;
      lease.chainedSite = site;
      lease.chainedEscape = escape;
    }
  }

  /**
   * Returns the site that becomes current again if an exception leaves a constructor. This is
   * {@code from}; but if {@code from} is the {@code site} of the latest call of {@link #chain}, it
   * is the {@code escape} of that call.
   *
   * @param from the site from which the constructor was entered
   */
  public static int escape(int from) {
    TableLease lease = Threads.own();
    return lease == null || from == 0 || lease.chainedSite != from ? from : lease.chainedEscape;
  }

  private static void count(TableLease lease, int id) {
    CallerTables tables = (CallerTables) lease.tables;
    if (tables == null) {
      return;
    }
    if (!lease.carrier) {
      tables.add(lease.site, id);
      return;
    }
    StackReserve.use(StackReserve.MANY_FRAMES);
    try {
      SpinLock.lock();
      if (!Recording.ended) {
        tables.add(UNTOLD, id);
      }
    } finally {
      SpinLock.unlock();
    }
  }
}
