package org.kpathjvm.engine.segment;

import java.util.ArrayList;
import java.util.List;

/** Collects failures: the lines of the first few, and the number of all others. Thread-safe. */
public final class FailureLog {
  private static final int LINES_KEPT = 3;
  private static final String UNSAID =
      "out of memory while draining: give more with --engine-memory or choose a smaller k";

  private final List<String> lines = new ArrayList<>();
  private int count;

  /** Whether there was a failure that couldn't be described because memory was short. */
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

  /** Notes a failure that can't be described because memory is short. This method never fails. */
  public void addUnsaid() {
    isUnsaid = true;
  }

  /** Returns the failures in one line; null if there are none. */
  public synchronized String text() {
    List<String> told = new ArrayList<>(lines);
    if (isUnsaid) {
      told.add(UNSAID);
    }
    if (count > LINES_KEPT) {
      told.add("and " + (count - LINES_KEPT) + " more");
    }
    return told.isEmpty() ? null : String.join("; ", told);
  }
}
