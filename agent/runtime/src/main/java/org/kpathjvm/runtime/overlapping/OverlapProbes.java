package org.kpathjvm.runtime.overlapping;

import jdk.internal.vm.annotation.ForceInline;
import org.kpathjvm.runtime.inline.EdgeProbes;
import org.kpathjvm.runtime.inline.Recording;
import org.kpathjvm.runtime.inline.TableLease;
import org.kpathjvm.runtime.inline.Threads;
import org.kpathjvm.runtime.threads.SpinLock;
import org.kpathjvm.runtime.threads.StackReserve;

/**
 * The probes of overlapping paths. A path is counted when it is complete, an extension where it
 * ends; one that an exception leaves before is not counted, so that its path's count tells of it.
 */
public final class OverlapProbes extends EdgeProbes {
  private OverlapProbes() {}

  /** The only path of an activation is complete. */
  public static void path(int id) {
    count(id, Extension.NONE);
  }

  /** A path is complete that isn't extended; what is under way goes on. */
  public static long emit(long extension, int id) {
    count(id, Extension.NONE);
    return extension;
  }

  /**
   * A path is complete at a back edge: what extends the one before ends here.
   *
   * @param beginning see {@link Extension#of}
   * @return the new extension, to be kept in the activation's local variable
   */
  public static long begin(long extension, int id, int beginning) {
    count(id, extension);
    return Extension.of(id, beginning);
  }

  /** An edge behind a predicate is taken: if it was the last one, the extension is whole. */
  @ForceInline
  public static long step(long extension, int value) {
    return Extension.isWhole(extension) ? end(extension) : Extension.step(extension, value);
  }

  /**
   * An edge behind the last predicate is taken, the loop is left, or an inner one entered: what is
   * under way ends, and is counted.
   */
  public static long end(long extension) {
    if (extension != Extension.NONE) {
      count(0, extension);
    }
    return Extension.NONE;
  }

  /** A path is complete and is the last one of its activation. */
  public static void exit(long extension, int id) {
    count(id, extension);
  }

  /** The first path of an activation, of which one is complete. */
  @ForceInline
  public static int first(int first, int id) {
    return first == 0 ? id : first;
  }

  /**
   * A path is complete with calls in it, and the activation goes on.
   *
   * @return the list of no calls
   */
  public static int calls(int list, int id) {
    if (list != CallTables.NONE) {
      returned(list, 0, id, false);
    }
    return CallTables.NONE;
  }

  /**
   * A path is complete with the calls of the list, and its method returns.
   *
   * @param first the activation's first path; 0: it is this one
   * @param signature of the method: {@link DeclaredMethods#key}
   * @param type the method's class; null of a constructor
   */
  public static void returns(int list, int first, int id, int signature, String type) {
    TableLease lease = Threads.own();
    if (lease != null) {
      lease.returned = list == CallTables.NONE && first == 0 ? id : returned(list, first, id, true);
      lease.returnedSignature = signature;
      lease.returnedClass = type;
    }
  }

  /** Counts the path's calls; returns what the method leaves to its caller if it returns. */
  private static int returned(int list, int first, int id, boolean leaves) {
    TableLease lease = Threads.own();
    OverlapTables tables = lease == null ? null : (OverlapTables) lease.tables;
    if (tables == null) {
      return 0;
    }
    if (!lease.carrier) {
      tables.calls.count(list, id);
      return leaves ? tables.calls.activation(first, id) : 0;
    }
    StackReserve.use(StackReserve.MANY_FRAMES);
    try {
      SpinLock.lock();
      if (Recording.ended) {
        return 0;
      }
      tables.calls.count(list, id);
      return leaves ? tables.calls.activation(first, id) : 0;
    } finally {
      SpinLock.unlock();
    }
  }

  /**
   * A call has returned of which the callee is known by its site, if its class declares it: that is
   * found out when the profile is made.
   *
   * @return the list of the calls in the path, with this one if the callee has left its paths
   */
  public static int called(int list, int site, int signature) {
    TableLease lease = Threads.own();
    return lease == null || lease.returned == 0 || lease.returnedSignature != signature
        ? list
        : taken(lease, list, site);
  }

  /**
   * The same for one of which the class that it names tells the callee.
   *
   * @param named that class
   */
  public static int named(int list, int site, int signature, Class<?> named) {
    TableLease lease = Threads.own();
    return lease == null
            || lease.returned == 0
            || lease.returnedSignature != signature
            || !named.getName().equals(lease.returnedClass)
                && !SelectedMethods.isOf(lease.returnedClass, named, null, signature)
        ? list
        : taken(lease, list, site);
  }

  /**
   * The same for one of which the receiver's class tells the callee.
   *
   * @param named the class that the call names; null in a class file too old to tell it
   */
  public static int dispatched(int list, int site, int signature, Object receiver, Class<?> named) {
    TableLease lease = Threads.own();
    return lease == null
            || lease.returned == 0
            || lease.returnedSignature != signature
            || !receiver.getClass().getName().equals(lease.returnedClass)
                && !SelectedMethods.isOf(lease.returnedClass, named, receiver.getClass(), signature)
        ? list
        : taken(lease, list, site);
  }

  private static int taken(TableLease lease, int list, int site) {
    int activation = lease.returned;
    lease.returned = 0;
    OverlapTables tables = (OverlapTables) lease.tables;
    if (tables == null) {
      return list;
    }
    if (!lease.carrier) {
      return tables.calls.with(list, site, activation);
    }
    StackReserve.use(StackReserve.MANY_FRAMES);
    try {
      SpinLock.lock();
      return Recording.ended ? list : tables.calls.with(list, site, activation);
    } finally {
      SpinLock.unlock();
    }
  }

  /** Either may be 0: nothing. */
  private static void count(int id, long extension) {
    TableLease lease = Threads.own();
    OverlapTables tables = lease == null ? null : (OverlapTables) lease.tables;
    if (tables == null) {
      return;
    }
    if (!lease.carrier) {
      tables.count(id, extension);
      return;
    }
    StackReserve.use(StackReserve.MANY_FRAMES);
    try {
      SpinLock.lock();
      if (!Recording.ended) {
        tables.count(id, extension);
      }
    } finally {
      SpinLock.unlock();
    }
  }
}
