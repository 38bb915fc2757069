package org.kpathjvm.engine.segment;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Collects failures. Equal failures count once, because the same damage is found whenever the
 * damaged part of the segment is read. Thread-safe.
 */
public final class FailureLog {
  private static final int LINES_TOLD = 3;

  /** No more lines are kept, so that a segment with much damage doesn't fill the memory. */
  private static final int MOST_LINES = 1_000;

  private static final String UNSAID =
      "out of memory while draining: give more with --engine-memory or choose a smaller k";

  private final Set<String> lines = new LinkedHashSet<>();

  private boolean areMore;
  private volatile boolean isUnsaid;

  public synchronized void add(String line) {
    String oneLine = line.replaceAll("\\s+", " ");
    if (lines.size() < MOST_LINES) {
      lines.add(oneLine);
    } else {
      areMore |= !lines.contains(oneLine);
    }
  }

  /** Notes a failure that can't be described because memory is short. This method never fails. */
  public void addUnsaid() {
    isUnsaid = true;
  }

  /**
   * Returns the first few failures and the number of the others, in one line; null if there are no
   * failures.
   */
  public synchronized String text() {
    List<String> told = new ArrayList<>(LINES_TOLD + 2);
    lines.stream().limit(LINES_TOLD).forEach(told::add);
    if (isUnsaid) {
      told.add(UNSAID);
    }
    int others = lines.size() - LINES_TOLD;
    if (areMore) {
      told.add("and at least " + (others + 1) + " more");
    } else if (others > 0) {
      told.add("and " + others + " more");
    }
    return told.isEmpty() ? null : String.join("; ", told);
  }
}
