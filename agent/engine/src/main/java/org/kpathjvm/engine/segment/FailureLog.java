package org.kpathjvm.engine.segment;

/** Collects what went wrong: the first lines in full, the rest as a number. Thread-safe. */
public final class FailureLog {
  private static final int LINES_KEPT = 3;

  private final StringBuilder lines = new StringBuilder();
  private int count;

  public synchronized void add(String line) {
    count++;
    if (count <= LINES_KEPT) {
      lines.append(count == 1 ? "" : "; ").append(line.replaceAll("\\s+", " "));
    }
  }

  /** Null, or one line. */
  public synchronized String text() {
    if (count == 0) {
      return null;
    }
    return count <= LINES_KEPT ? lines.toString() : lines + "; and " + (count - LINES_KEPT) + " more";
  }
}
