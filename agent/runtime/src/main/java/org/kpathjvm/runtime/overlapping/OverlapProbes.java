package org.kpathjvm.runtime.overlapping;

import jdk.internal.vm.annotation.ForceInline;
import org.kpathjvm.runtime.inline.EdgeProbes;
import org.kpathjvm.runtime.inline.Lease;
import org.kpathjvm.runtime.inline.Recording;
import org.kpathjvm.runtime.inline.Threads;
import org.kpathjvm.runtime.threads.SpinLock;
import org.kpathjvm.runtime.threads.StackReserve;

/**
 * The probes of overlapping paths. A path is counted when it is complete, an extension where it
 * ends; one that an exception ends is not counted, so that its path's count tells of it.
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

  /** An edge behind a predicate is taken. */
  @ForceInline
  public static long step(long extension, int value) {
    return Extension.step(extension, value);
  }

  /** The loop is left, or an inner one entered. */
  public static long leave(long extension) {
    if (extension != Extension.NONE) {
      count(0, extension);
    }
    return Extension.NONE;
  }

  /** A path is complete and is the last one of its activation. */
  public static void exit(long extension, int id) {
    count(id, extension);
  }

  /** Either may be 0: nothing. */
  private static void count(int id, long extension) {
    Lease lease = Threads.own();
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
