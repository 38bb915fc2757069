package org.kpathjvm.runtime.windows;

import org.kpathjvm.runtime.inline.EdgeProbes;
import org.kpathjvm.runtime.threads.StackReserve;

/** The probes of structural path profiling, and of Ball-Larus paths in a window. */
public final class WindowProbes extends EdgeProbes {
  private WindowProbes() {}

  /**
   * In the register of a structure graph: no path is under way. No sum of increments makes an id of
   * it.
   */
  public static final int NOT_STARTED = Integer.MIN_VALUE / 2;

  /** A path starts: what the graph's register begins with, if the window is open. */
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

  /** A path of a structure graph ends, if the id is one. */
  public static void end(int id) {
    if (id >= 0) {
      path(id);
    }
  }

  /** A path is complete. */
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
