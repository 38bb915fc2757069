package org.kpathjvm.runtime.overlapping;

import jdk.internal.vm.annotation.ForceInline;
import org.kpathjvm.runtime.inline.EdgeProbes;
import org.kpathjvm.runtime.inline.Recording;
import org.kpathjvm.runtime.inline.TableLease;
import org.kpathjvm.runtime.inline.Threads;
import org.kpathjvm.runtime.threads.SpinLock;
import org.kpathjvm.runtime.threads.StackReserve;

/**
 * The probes of overlapping paths. An overlapping path is a path that ends at a back edge, together
 * with its {@link Extension}, the beginning of the next path. A path is counted when it is
 * complete. The extension is counted when it ends. An extension that an exception breaks off isn't
 * counted. The number of such extensions is known, because their paths have been counted.
 */
public final class OverlapProbes extends EdgeProbes {
  private OverlapProbes() {}

  /** Counts the only path of an activation. */
  public static void path(int id) {
    count(id, Extension.NONE);
  }

  /** Counts a complete path that isn't extended. An extension under way goes on. */
  public static long emit(long extension, int id) {
    count(id, Extension.NONE);
    return extension;
  }

  /**
   * Counts a path that is complete at a back edge, and the previous path's extension, which ends
   * here.
   *
   * @param beginning see {@link Extension#of}
   * @return the new extension, to be kept in the activation's local variable
   */
  public static long begin(long extension, int id, int beginning) {
    count(id, extension);
    return Extension.of(id, beginning);
  }

  /**
   * Called at an edge that leaves a predicate. Adds the edge to the extension, or ends the
   * extension if the predicate was the extension's last one.
   */
  @ForceInline
  public static long step(long extension, int value) {
    return Extension.isWhole(extension) ? end(extension) : Extension.step(extension, value);
  }

  /**
   * Ends and counts the extension under way. Called at an edge that leaves the last predicate, when
   * the loop is left, and when an inner loop is entered.
   */
  public static long end(long extension) {
    if (extension != Extension.NONE) {
      count(0, extension);
    }
    return Extension.NONE;
  }

  /** Counts the last path of an activation, and the extension under way. */
  public static void exit(long extension, int id) {
    count(id, extension);
  }

  /**
   * Returns the id of an activation's first path: {@code first}, or {@code id} if {@code first} is
   * 0 (none so far).
   */
  @ForceInline
  public static int first(int first, int id) {
    return first == 0 ? id : first;
  }

  /**
   * Counts a complete path together with the calls in it. Without calls, nothing is counted. The
   * activation goes on.
   *
   * @param list the calls in the path ({@link CallTables})
   * @return the empty list
   */
  public static int calls(int list, int id) {
    if (list != CallTables.NONE) {
      returned(list, 0, id, false);
    }
    return CallTables.NONE;
  }

  /**
   * Counts an activation's last path together with the list's calls, if there are any. Then records
   * that this activation was the last one to return in this thread.
   *
   * @param first the activation's first path; 0 if this path is the first
   * @param signature the method's key ({@link DeclaredMethods#key})
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

  /**
   * Counts a path together with the list's calls. If {@code leaves} is true, because the method
   * returns, the result is the number that represents the activation in a call ({@link
   * CallTables}); else the result is 0.
   */
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
   * Records the return of a call whose site alone determines the callee. Only when the profile is
   * made is it checked that the class that the call names declares the callee.
   *
   * @return the list of the calls in the path, with this call if the callee was recorded
   */
  public static int called(int list, int site, int signature) {
    TableLease lease = Threads.own();
    return lease == null || lease.returned == 0 || lease.returnedSignature != signature
        ? list
        : taken(lease, list, site);
  }

  /**
   * Records the return of a call whose callee depends on the class that the call names.
   *
   * @param named the class that the call names
   * @return the list of the calls in the path, as in {@link #called}
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
   * Records the return of a call whose callee depends on the receiver's class.
   *
   * @param named the class that the call names; null if the class file's version is too old for
   *     class constants
   * @return the list of the calls in the path, as in {@link #called}
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
