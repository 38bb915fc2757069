package org.kpathjvm.runtime.callers;

import org.kpathjvm.runtime.inline.EdgeProbes;
import org.kpathjvm.runtime.inline.Recording;
import org.kpathjvm.runtime.inline.TableLease;
import org.kpathjvm.runtime.inline.Threads;
import org.kpathjvm.runtime.threads.SpinLock;
import org.kpathjvm.runtime.threads.StackReserve;

/**
 * The probes that count entries of methods by the current site of the thread: the call that its
 * topmost recorded activation is executing.
 *
 * <p>A virtual thread may move to another carrier in code that isn't recorded, and leave its site
 * behind. So entries in virtual threads are counted under {@link #UNTOLD}.
 */
public final class CallerProbes extends EdgeProbes {
  /** The site of entries that no recorded activation led to. */
  private static final int OUTSIDE = 0;

  /** The site of entries in virtual threads. No id is as large. */
  static final int UNTOLD = Integer.MAX_VALUE;

  private CallerProbes() {}

  /**
   * Counts an entry of a method, which becomes the current site.
   *
   * @param id the method's own site
   * @return the site that the method is entered from, to be set again when its activation ends
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

  /** Counts an entry of a method that runs no other code. */
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
   * Sets the current site to a constructor's call of this() or super().
   *
   * @param escape the site that is current again if an exception leaves both constructors
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
   * Returns the site that is current again if an exception leaves a constructor.
   *
   * @param from the site that the constructor has been entered from
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
