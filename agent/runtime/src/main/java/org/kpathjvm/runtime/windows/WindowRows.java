package org.kpathjvm.runtime.windows;

import org.kpathjvm.runtime.inline.Rows;
import org.kpathjvm.runtime.inline.Totals;

/**
 * The rows of windows.bin: pairs of longs, window by window. In a window's first pair, the low half
 * of the first long is the window's first id, and the high half is the number of the window's state
 * plus 1. The second long is the window's threshold; 0 if there is none. Then comes a pair for each
 * path: the path's id and count. If the count is 0, both are 0, and the pair isn't written to the
 * file.
 */
final class WindowRows implements Rows {
  private final Window[] windows = WindowController.end();
  private int next;

  @Override
  public long[] next() {
    if (next == windows.length) {
      return null;
    }
    Window window = windows[next++];
    long[] rows = new long[2 + 2 * window.paths];
    rows[0] = (window.state + 1L) << 32 | window.firstId;
    rows[1] = window.threshold == Window.ALL ? 0 : window.threshold;
    for (int path = 0; path < window.paths; path++) {
      long count = window.counted(path);
      if (count != 0) {
        rows[2 + 2 * path] = window.firstId + path;
        rows[3 + 2 * path] = count;
      }
    }
    return rows;
  }

  @Override
  public void addTo(Totals totals) {
    long paths = 0;
    long bytes = 0;
    long[] states = new long[Window.TIMED_OUT + 1];
    for (Window window : windows) {
      for (int path = 0; path < window.paths; path++) {
        paths += window.counted(path);
      }
      bytes += 8L * window.paths;
      states[window.state]++;
    }
    totals.add(Totals.ITEMS, paths);
    totals.add(Totals.BYTES, bytes);
    totals.add("windows", windows.length);
    totals.add("windows_finished", states[Window.FINISHED]);
    totals.add("windows_timed_out", states[Window.TIMED_OUT]);
    totals.add("windows_open", states[Window.OPEN]);
  }
}
