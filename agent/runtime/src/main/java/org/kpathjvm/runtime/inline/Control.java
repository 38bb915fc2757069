package org.kpathjvm.runtime.inline;

import java.util.Map;
import org.kpathjvm.runtime.threads.SpinLock;

/**
 * What the agent calls: before and after its own work on a thread, and at the program's end, when
 * it takes the tables out.
 */
public final class Control {
  private Control() {}

  private static ForestRows forestRows;

  /** Nothing has to be provided: tables grow where they are used. */
  public static void provideIds(int idCount) {}

  /** The program ends: no probe that begins from now on records anything. */
  public static void endRecording() {
    Recording.end(Recording.SHUTDOWN);
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
    return Threads.totals().byName();
  }

  /**
   * Counts of paths from arrays or hash tables, summed over threads: id and count in turn, in no
   * order; id 0 stands for nothing. Null: there is no memory for it.
   */
  public static long[] pathCounts() {
    PathTable sum = new PathTable();
    boolean all = true;
    for (Lease lease : Threads.distinct()) {
      all &= lease.pathPages == null || add(lease.pathPages, sum);
      all &= lease.paths == null || add(lease.paths, sum);
    }
    return all ? sum.entries() : null;
  }

  /** The same of what isn't a path: entries of methods, edges. Null: no memory for it. */
  public static long[] counters() {
    PathTable sum = new PathTable();
    boolean all = true;
    for (Lease lease : Threads.distinct()) {
      all &= add(lease.counters, sum);
    }
    return all ? sum.entries() : null;
  }

  /** The next nodes of the threads' forests, see {@link ForestRows#next}. */
  public static long[] nextForestRows() {
    if (forestRows == null) {
      forestRows = new ForestRows();
    }
    return forestRows.next();
  }

  private static boolean add(PathTable table, PathTable sum) {
    long[] entries = table.entries();
    for (int at = 0; at < entries.length; at += 2) {
      if (entries[at + 1] != 0 && !sum.add((int) entries[at], entries[at + 1])) {
        return false;
      }
    }
    return true;
  }

  private static boolean add(CounterPages counters, PathTable sum) {
    for (int index = 0; index < counters.pages.length; index++) {
      long[] page = counters.pages[index];
      for (int at = 0; page != null && at < page.length; at++) {
        if (page[at] != 0 && !sum.add(index * CounterPages.PAGE_LENGTH + at, page[at])) {
          return false;
        }
      }
    }
    return true;
  }
}
