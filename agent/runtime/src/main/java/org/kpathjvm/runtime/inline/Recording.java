package org.kpathjvm.runtime.inline;

/** Whether the profilers record, and why they don't any more. */
public final class Recording {
  private Recording() {}

  /** The program ends: what the tables hold is all there is. */
  static final String SHUTDOWN = "shutdown";

  /** The tables could not grow: they are given up, and the program goes on. */
  static final String MEMORY = "memory";

  /** Read by every probe; volatile, so that no compiled loop keeps an old value. */
  public static volatile boolean ended;

  private static volatile String reason;

  /** The first reason stays. */
  static void end(String why) {
    if (reason == null) {
      reason = why;
    }
    ended = true;
  }

  /** Null while it goes on. */
  static String reason() {
    return reason;
  }
}
