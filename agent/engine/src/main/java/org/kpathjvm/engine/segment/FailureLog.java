package org.kpathjvm.engine.segment;

import java.util.ArrayList;
import java.util.List;

/** Collects what went wrong: the first lines in full, and how many more there were. Thread-safe. */
public final class FailureLog {
  private static final int LINES_KEPT = 3;
  private static final String UNSAID =
      "out of memory while draining: give the engine more heap or choose a smaller k";

  private final List<String> lines = new ArrayList<>();
  private int count;

  /** Whether something went wrong that there was no memory to say. */
  private volatile boolean isUnsaid;

  public synchronized void add(String line) {
    String oneLine = line.replaceAll("\\s+", " ");
    if (lines.contains(oneLine)) {
      return;
    }
    count++;
    if (count <= LINES_KEPT) {
      lines.add(oneLine);
    }
  }

  /** Notes that something went wrong that can't be said for lack of memory. This never fails. */
  public void addUnsaid() {
    isUnsaid = true;
  }

  /** Returns what went wrong, in one line; null if nothing did. */
  public synchronized String text() {
    if (count == 0) {
      return isUnsaid ? UNSAID : null;
    }
    String text = String.join("; ", lines);
    return count <= LINES_KEPT ? text : text + "; and " + (count - LINES_KEPT) + " more";
  }
}
