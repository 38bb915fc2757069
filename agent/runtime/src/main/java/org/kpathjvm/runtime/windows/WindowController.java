package org.kpathjvm.runtime.windows;

import org.kpathjvm.runtime.threads.SpinLock;

/**
 * Decides which path windows are open. This is the profiling controller of figure 9 in "Structural
 * Path Profiling" by Yasue et al. A method's first window belongs to the method's outline, the
 * graph of the whole method. When a window ends, the windows of the loops directly inside that
 * window's graph are opened. A method is done when all its innermost windows have ended. The thread
 * that counts a window's last path calls {@link #finish}. The agent calls {@link #timeOut} and
 * {@link #takeDone} now and then.
 */
public final class WindowController {
  private static final int PAGE_SHIFT = 9;
  private static final int PAGE_LENGTH = 1 << PAGE_SHIFT;

  /**
   * The window of each path, by the path's id; null for other ids. The outer array is replaced when
   * it grows.
   */
  private static volatile Window[][] pages = new Window[64][];

  // An array and not a list, because probes call this code, and the JDK's lists may have probes.

  private static Window[] all = new Window[64];
  private static int count;

  private WindowController() {}

  /**
   * Adds the windows of a method, before the method's probes can run. Opens the first window, or
   * all windows if {@code threshold} is 0.
   *
   * @param graphs three ints for each graph: the id of path 0, the number of paths, and the index
   *     of the graph around this graph (-1 for none)
   * @param threshold the number of path completions to count in the whole method, divided evenly
   *     among the method's graphs, but at least one in each graph; 0 for no limit
   */
  public static void add(int[] graphs, long threshold) {
    int graphCount = graphs.length / 3;
    long each = threshold == 0 ? Window.ALL : Math.max(1, threshold / graphCount);
    Window[] windows = new Window[graphCount];
    for (int at = 0; at < graphCount; at++) {
      windows[at] = new Window(graphs[3 * at], graphs[3 * at + 1], each);
    }
    for (int at = 0; at < graphCount; at++) {
      if (graphs[3 * at + 2] >= 0) {
        windows[at].putInto(windows[graphs[3 * at + 2]]);
      }
    }
    try {
      SpinLock.lock();
      for (Window window : windows) {
        enter(window);
        if (threshold == 0 || window.parent == null) {
          open(window);
        }
      }
    } finally {
      SpinLock.unlock();
    }
  }

  /** Returns the window in which a path is counted. */
  static Window of(int id) {
    return pages[id >>> PAGE_SHIFT][id & PAGE_LENGTH - 1];
  }

  /** Shuts a window whose last path has been counted. */
  static void finish(Window window) {
    try {
      SpinLock.lock();
      shut(window, Window.FINISHED);
    } finally {
      SpinLock.unlock();
    }
  }

  /**
   * Shuts the windows that have been open for {@code nanos} nanoseconds or longer. For a loop's
   * window, the time begins when {@code timeOut} first finds the window open; for a method's first
   * window, when {@code timeOut} first finds that {@link WindowProbes#start} has started a path in
   * the window. A window without a threshold never times out.
   */
  public static void timeOut(long nanos) {
    long now = System.nanoTime();
    try {
      SpinLock.lock();
      for (int at = 0; at < count; at++) {
        Window window = all[at];
        if (window.state == Window.OPEN
            && window.threshold < Window.ALL
            && (window.entered || window.parent != null)) {
          if (!window.timed) {
            window.timed = true;
            window.since = now;
          } else if (now - window.since >= nanos) {
            window.exhaust();
            shut(window, Window.TIMED_OUT);
          }
        }
      }
    } finally {
      SpinLock.unlock();
    }
  }

  /** Returns the ids of path 0 of all methods that have become done since the previous call. */
  public static int[] takeDone() {
    try {
      SpinLock.lock();
      int done = 0;
      for (int at = 0; at < count; at++) {
        done += all[at].isDone() ? 1 : 0;
      }
      int[] firstIds = new int[done];
      for (int at = 0; at < count; at++) {
        if (all[at].isDone()) {
          firstIds[--done] = all[at].firstId;
          all[at].told = true;
        }
      }
      return firstIds;
    } finally {
      SpinLock.unlock();
    }
  }

  /** Ends counting, and returns all windows in the order in which they were added. */
  static Window[] end() {
    try {
      SpinLock.lock();
      Window[] windows = new Window[count];
      for (int at = 0; at < count; at++) {
        windows[at] = all[at];
        windows[at].open = false;
      }
      return windows;
    } finally {
      SpinLock.unlock();
    }
  }

  // ---- the caller of these methods holds the lock ----

  private static void enter(Window window) {
    if (count == all.length) {
      Window[] longer = new Window[2 * count];
      System.arraycopy(all, 0, longer, 0, count);
      all = longer;
    }
    all[count++] = window;
    for (int id = window.firstId; id < window.firstId + window.paths; id++) {
      int page = id >>> PAGE_SHIFT;
      if (page >= pages.length) {
        Window[][] larger = new Window[Math.max(page + 1, 2 * pages.length)][];
        System.arraycopy(pages, 0, larger, 0, pages.length);
        pages = larger;
      }
      if (pages[page] == null) {
        pages[page] = new Window[PAGE_LENGTH];
      }
      pages[page][id & PAGE_LENGTH - 1] = window;
    }
  }

  private static void open(Window window) {
    window.state = Window.OPEN;
    window.open = true;
  }

  private static void shut(Window window, int state) {
    if (window.state != Window.OPEN) {
      return;
    }
    window.open = false;
    window.state = state;
    for (Window child : window.children) {
      if (child.state == Window.WAITING) {
        open(child);
      }
    }
    if (window.children.length == 0) {
      complete(window);
    }
  }

  private static void complete(Window window) {
    for (Window done = window; ; done = done.parent) {
      for (Window child : done.children) {
        if (!child.completed) {
          return;
        }
      }
      done.completed = true;
      if (done.parent == null) {
        return;
      }
    }
  }
}
