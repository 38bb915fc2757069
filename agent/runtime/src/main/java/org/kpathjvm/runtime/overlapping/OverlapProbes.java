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
 * ends. An extension that an exception breaks off isn't counted. That shows, because its path has
 * been counted.
 */
public final class OverlapProbes extends EdgeProbes {
  private OverlapProbes() {}

  /** Counts the only path of an activation. */
  public static void path(int id) {
    count(id, Extension.NONE);
  }

  /** Counts a complete path that isn't extended. An extension that is under way goes on. */
  public static long emit(long extension, int id) {
    count(id, Extension.NONE);
    return extension;
  }

  /**
   * Counts a path that is complete at a back edge. The extension of the path before ends here.
   *
   * @param beginning see {@link Extension#of}
   * @return the new extension, to be kept in the activation's local variable
   */
  public static long begin(long extension, int id, int beginning) {
    count(id, extension);
    return Extension.of(id, beginning);
  }

  /**
   * Extends over an edge after a predicate. If the predicate was the last one, the extension ends.
   */
  @ForceInline
  public static long step(long extension, int value) {
    return Extension.isWhole(extension) ? end(extension) : Extension.step(extension, value);
  }

  /**
   * Ends and counts the extension that is under way. It is called when an edge after the last
   * predicate is taken, the loop is left, or an inner loop is entered.
   */
  public static long end(long extension) {
    if (extension != Extension.NONE) {
      count(0, extension);
    }
    return Extension.NONE;
  }

  /** Counts a complete path that is the last one of its activation. */
  public static void exit(long extension, int id) {
    count(id, extension);
  }

  /** Returns an activation's first path, which is {@code id} if no path was complete before it. */
  @ForceInline
  public static int first(int first, int id) {
    return first == 0 ? id : first;
  }

  /**
   * Counts a complete path with the calls in it. The activation goes on.
   *
   * @return the list without calls
   */
  public static int calls(int list, int id) {
    if (list != CallTables.NONE) {
      returned(list, 0, id, false);
    }
    return CallTables.NONE;
  }

  /**
   * Counts a complete path with the calls of the list. The path's method returns.
   *
   * @param first the activation's first path; 0 if it is this one
   * @param signature of the method, as {@link DeclaredMethods#key} gives it
   * @param type the name of the method's class; null for a constructor
   */
  public static void returns(int list, int first, int id, int signature, String type) {
    TableLease lease = Threads.own();
    if (lease != null) {
      lease.returned = list == CallTables.NONE && first == 0 ? id : returned(list, first, id, true);
      lease.returnedSignature = signature;
      lease.returnedClass = type;
    }
  }

  /** Counts the path's calls. Returns what the method leaves to its caller if it returns. */
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
   * Notes a call that has returned and whose site alone tells the callee, provided that the class
   * that the call names declares the callee. Whether that class does is found out when the profile
   * is made.
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
   * Notes a call that has returned and whose callee follows from the class that the call names.
   *
   * @param named the class that the call names
   * @return the list, as {@link #called} returns it
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
   * Notes a call that has returned and whose callee follows from the receiver's class.
   *
   * @param named the class that the call names; null in a class file too old to tell it
   * @return the list, as {@link #called} returns it
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

  /** Counts a path and an extension. Either may be 0, for nothing. */
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
