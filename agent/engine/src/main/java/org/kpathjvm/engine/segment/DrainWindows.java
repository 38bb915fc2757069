package org.kpathjvm.engine.segment;

import java.util.ArrayList;
import java.util.List;
import org.kpathjvm.engine.windows.StreamMark;
import org.kpathjvm.engine.windows.StreamWindow;
import org.kpathjvm.engine.windows.WindowChange;

/** What of its streams a drain counts, as it was changed so far. Used by the drain's thread. */
final class DrainWindows {
  private final List<WindowChange> replayed;
  private boolean counts = true;
  private int epoch;

  /** {@code replayed}: changes that came while the streams were recorded. */
  DrainWindows(List<WindowChange> replayed) {
    this.replayed = replayed;
  }

  /** The window of a stream that is new. */
  StreamWindow of(int lease) {
    if (replayed.isEmpty()) {
      return new StreamWindow(counts, epoch);
    }
    StreamWindow window = new StreamWindow(true, 0);
    DrainWindows then = new DrainWindows(List.of());
    for (WindowChange change : replayed) {
      then.change(change.kind(), window, change.mark(lease));
      then.changed(change.kind());
    }
    return window;
  }

  /**
   * Changes what is counted of streams, of each from its end on as it is now; {@link #changed}
   * follows.
   */
  List<StreamMark> change(WindowChange.Kind kind, List<LeaseStream> streams) {
    List<StreamMark> marks = new ArrayList<>();
    for (LeaseStream stream : streams) {
      StreamMark mark = stream.end();
      change(kind, stream.window(), mark);
      marks.add(mark);
    }
    changed(kind);
    return marks;
  }

  private void change(WindowChange.Kind kind, StreamWindow window, StreamMark mark) {
    switch (kind) {
      case RESET -> window.dropUntil(mark, counts, epoch + 1);
      case STOP -> window.switchAt(mark, false, epoch + 1);
      case START -> window.switchAt(mark, true, epoch + 1);
    }
  }

  private void changed(WindowChange.Kind kind) {
    counts = kind == WindowChange.Kind.RESET ? counts : kind == WindowChange.Kind.START;
    epoch++;
  }
}
