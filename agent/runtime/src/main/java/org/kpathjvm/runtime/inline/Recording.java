package org.kpathjvm.runtime.inline;

/** Whether the profilers record, and why they have stopped. */
public final class Recording {
  private Recording() {}

  /** The program ends: the tables hold everything there is. */
  static final String SHUTDOWN = "shutdown";

  /** The tables could not grow. They are given up, and the program goes on. */
  static final String MEMORY = "memory";

  /** Probes read this. It is volatile so that no compiled loop keeps an old value. */
  public static volatile boolean ended;

  private static volatile String reason;

  /** Ends the recording. The first reason stays. */
  static void end(String why) {
    if (reason == null) {
      reason = why;
    }
    ended = true;
  }

  /** Returns why the recording has ended; null while it goes on. */
  static String reason() {
    return reason;
  }
}
