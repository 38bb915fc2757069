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

  /** Nothing has to be provided: tables grow where they are used. */
  public static void provideIds(int idCount) {}

  /** The program ends: no probe that begins from now on records anything. */
  public static void endRecording() {
    Recording.end(Recording.SHUTDOWN);
    // What this thread runs from now on is ours.
    ThreadField.set(0);
    // What is needed to take the tables out is not the program's loss any more.
    InlineSetup.tableBytes = Long.MAX_VALUE;
    try {
      // Whoever has the lock after us sees that the recording has ended.
      SpinLock.lock();
    } finally {
      SpinLock.unlock();
    }
  }

  /** Stops recording the current thread until {@link #resumeThread}. */
  public static void suspendThread() {
    Threads.suspend();
  }

  public static void resumeThread() {
    Threads.resume();
  }

  /** "shutdown" or "memory"; null while the recording goes on. */
  public static String reason() {
    return Recording.reason();
  }

  /** The live threads that have tables: one may be in a probe. */
  public static Thread[] recordedThreads() {
    return Threads.recorded();
  }

  // ---- after the end, when no thread is in a probe any more ----

  /** Figures of all tables, by the names of inline.json. */
  public static Map<String, Long> totals() {
    Totals totals = Threads.totals();
    if (rows != null) {
      rows.addTo(totals);
    }
    return totals.byName();
  }

  /**
   * Counts of what isn't a path, summed over threads: id and count in turn, in no order; id 0
   * stands for nothing.
   */
  public static long[] counters() {
    List<Tables> counters = new ArrayList<>();
    for (TableLease lease : Threads.distinct()) {
      counters.add(lease.counters);
    }
    return new IdRows(counters).next();
  }

  /** The next rows of the profiler's own tables, see {@link Rows#next}; null if it has none. */
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
