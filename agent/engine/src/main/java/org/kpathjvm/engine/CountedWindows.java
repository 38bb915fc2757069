package org.kpathjvm.engine;

import java.util.ArrayList;
import java.util.List;
import org.kpathjvm.engine.segment.CounterValues;
import org.kpathjvm.engine.windows.WindowChange;

/**
 * What was changed of what is counted, and which part of the segment's counters, which the target
 * only ever adds to, is of no account for that.
 */
final class CountedWindows {
  private final List<WindowChange> changes;
  private CounterValues excluded;

  /** The counters when counting was stopped; null while it isn't. */
  private CounterValues atStop;

  /** Nothing has been changed. */
  CountedWindows() {
    this(List.of(), new CounterValues(), null);
  }

  CountedWindows(List<WindowChange> changes, CounterValues excluded, CounterValues atStop) {
    this.changes = new ArrayList<>(changes);
    this.excluded = excluded;
    this.atStop = atStop;
  }

  /** Counters that are as much at the moment of a change. */
  void change(WindowChange change, CounterValues now) {
    changes.add(change);
    switch (change.kind()) {
      case RESET -> excluded = atStop == null ? now : atStop;
      case STOP -> atStop = atStop == null ? now : atStop;
      case START -> {
        if (atStop != null) {
          excluded = excluded.plus(now, 1).plus(atStop, -1);
          atStop = null;
        }
      }
    }
  }

  /** Of counters as they are now: how much of them counts. */
  CounterValues counted(CounterValues now) {
    return (atStop == null ? now : atStop).plus(excluded, -1);
  }

  List<WindowChange> changes() {
    return changes;
  }

  CounterValues excluded() {
    return excluded;
  }

  CounterValues atStop() {
    return atStop;
  }
}
