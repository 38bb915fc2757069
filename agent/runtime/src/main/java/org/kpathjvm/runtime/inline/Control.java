package org.kpathjvm.runtime.inline;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.kpathjvm.runtime.threads.SpinLock;
import org.kpathjvm.runtime.threads.ThreadField;

/**
 * What the agent calls: before and after its own work on a thread, and at the program's end, when
 * it takes the tables out.
 */
public final class Control {
  private Control() {}

  private static Rows rows;

  /** Does nothing, because tables grow where they are used. */
  public static void provideIds(int idCount) {}

  /**
   * Ends the recording because the program ends. Probes that begin from now on record nothing,
   * except in flat tables ({@link LoneCounts}) and in windows, which count until the agent takes
   * the counts out.
   */
  public static void endRecording() {
    Recording.end(Recording.SHUTDOWN);
    // What this thread runs from now on is our own code.
    ThreadField.set(0);
    // The memory needed to take the tables out isn't taken from the program any more.
    InlineSetup.tableBytes = Long.MAX_VALUE;
    try {
      // Whoever takes the lock after us sees that the recording has ended.
      SpinLock.lock();
    } finally {
      SpinLock.unlock();
    }
  }

  /**
   * Stops recording the current thread until {@link #resumeThread}. Returns false if it isn't
   * recorded anyway; whoever suspended it before resumes it.
   */
  public static boolean suspendThread() {
    return Threads.suspend();
  }

  public static void resumeThread() {
    Threads.resume();
  }

  /** Returns "shutdown" or "memory"; null while the recording goes on. */
  public static String reason() {
    return Recording.reason();
  }

  /** Returns the live threads that have tables. Each of them may be in a probe. */
  public static Thread[] recordedThreads() {
    return Threads.recorded();
  }

  // ---- after the end, when no thread is in a probe any more ----

  /** Returns figures of all tables, by their names in inline.json. */
  public static Map<String, Long> totals() {
    Totals totals = Threads.totals();
    if (rows != null) {
      rows.addTo(totals);
    }
    return totals.byName();
  }

  /**
   * Returns the counts of everything that isn't a path, summed over threads. Ids and counts
   * alternate, in no order. An id of 0 marks an empty place.
   */
  public static long[] counters() {
    List<Tables> counters = new ArrayList<>();
    for (TableLease lease : Threads.distinct()) {
      counters.add(lease.counters);
    }
    return new IdRows(counters).next();
  }

  /**
   * Returns the next rows of the profiler's own tables, as {@link Rows#next} does; null if the
   * profiler has no tables.
   */
  public static long[] nextRows() {
    if (rows == null && InlineSetup.tables != null) {
      List<Tables> tables = new ArrayList<>();
      for (TableLease lease : Threads.distinct()) {
        tables.add(lease.tables);
      }
      rows = InlineSetup.tables.rows(tables);
    }
    return rows == null ? null : rows.next();
  }
}
