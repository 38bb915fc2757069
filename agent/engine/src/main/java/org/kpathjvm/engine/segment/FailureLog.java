package org.kpathjvm.engine.segment;

import java.util.ArrayList;
import java.util.List;

/** Collects what went wrong: the first lines in full, and how many more there were. Thread-safe. */
public final class FailureLog {
  private static final int LINES_KEPT = 3;

  private final List<String> lines = new ArrayList<>();
  private int count;

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

  /** Returns what went wrong, in one line; null if nothing did. */
  public synchronized String text() {
    if (count == 0) {
      return null;
    }
    String text = String.join("; ", lines);
    return count <= LINES_KEPT ? text : text + "; and " + (count - LINES_KEPT) + " more";
  }
}
