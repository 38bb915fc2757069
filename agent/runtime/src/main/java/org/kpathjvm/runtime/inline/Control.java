package org.kpathjvm.runtime.inline;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.kpathjvm.runtime.threads.SpinLock;
import org.kpathjvm.runtime.threads.ThreadField;

/** The methods of an inline profiler that the agent calls. */
public final class Control {
  private Control() {}

  private static Rows rows;

  /** Does nothing, because the tables grow as needed. */
  public static void provideIds(int idCount) {}

  /**
   * Ends the recording because the program is ending. Until the agent reads the counts, later calls
   * of probes are still counted in flat tables ({@link LoneCounts}) and in path windows, but not in
   * other tables.
   */
  public static void endRecording() {
    Recording.end(Recording.SHUTDOWN);
    // From now on, this thread runs only code of the agent, which isn't recorded.
    ThreadField.set(0);
    // Returning the tables' content needs memory. The limit is only for programs that go on.
    InlineSetup.tableBytes = Long.MAX_VALUE;
    try {
      // A thread that takes the lock after this thread sees that the recording has ended.
      SpinLock.lock();
    } finally {
      SpinLock.unlock();
    }
  }

  /**
   * Stops recording the current thread until {@link #resumeThread} is called. Returns false if the
   * thread wasn't being recorded; in that case, {@link #resumeThread} must not be called.
   */
  public static boolean suspendThread() {
    return Threads.suspend();
  }

  public static void resumeThread() {
    Threads.resume();
  }

  /** Returns why the recording ended, "shutdown" or "memory"; null while the recording goes on. */
  public static String reason() {
    return Recording.reason();
  }

  /** Returns the live threads that have tables. Any of these threads may be in a probe. */
  public static Thread[] recordedThreads() {
    return Threads.recorded();
  }

  // ---- after the end of the recording ----

  /** Returns the figures of all tables, by the names that the figures have in inline.json. */
  public static Map<String, Long> totals() {
    Totals totals = Threads.totals();
    if (rows != null) {
      rows.addTo(totals);
    }
    return totals.byName();
  }

  /**
   * Returns pairs of an id and a count for everything that isn't a path, such as edges and entries
   * of methods. The counts are summed over threads. A pair with id 0 is unused.
   */
  public static long[] counters() {
    List<Tables> counters = new ArrayList<>();
    for (TableLease lease : Threads.distinct()) {
      counters.add(lease.counters);
    }
    return new IdRows(counters).next();
  }

  /**
   * Returns {@link Rows#next} of the profiler's own tables; null if the profiler has no tables of
   * its own, or if there are no more rows.
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
