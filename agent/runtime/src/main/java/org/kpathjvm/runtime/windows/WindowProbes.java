package org.kpathjvm.runtime.windows;

import org.kpathjvm.runtime.inline.EdgeProbes;
import org.kpathjvm.runtime.threads.StackReserve;

/** The probes of structural path profiling, and of Ball-Larus path profiling in path windows. */
public final class WindowProbes extends EdgeProbes {
  private WindowProbes() {}

  /**
   * The value of a structure graph's path register while no path is under way. The value is so low
   * that no increments can turn it into an id.
   */
  public static final int NOT_STARTED = Integer.MIN_VALUE / 2;

  /**
   * Starts a path of a structure graph. Returns the value for the path register: {@code initial} if
   * the graph's window is open, else {@link #NOT_STARTED}.
   */
  public static int start(int firstId, int initial) {
    Window window = WindowController.of(firstId);
    if (!window.open) {
      return NOT_STARTED;
    }
    if (!window.entered) {
      window.entered = true;
    }
    return initial;
  }

  /** Ends a path of a structure graph. A negative {@code id} means that no path was under way. */
  public static void end(int id) {
    if (id >= 0) {
      path(id);
    }
  }

  /** Counts a complete path if the path's window is open. */
  public static void path(int id) {
    Window window = WindowController.of(id);
    if (window.open) {
      StackReserve.use(StackReserve.MANY_FRAMES);
      if (window.count(id)) {
        WindowController.finish(window);
      }
    }
  }
}
