package org.kpathjvm.runtime.inline;

/** Whether the inline profiler is recording and, after the recording's end, why it ended. */
public final class Recording {
  private Recording() {}

  /** The reason if the recording ended because the program is ending. The tables are complete. */
  static final String SHUTDOWN = "shutdown";

  /**
   * The reason if the recording ended because the tables could not grow. The tables are given up,
   * and the program goes on.
   */
  static final String MEMORY = "memory";

  /**
   * Whether the recording has ended. Volatile, so that a compiled loop doesn't keep an old value.
   */
  public static volatile boolean ended;

  private static volatile String reason;

  /** Ends the recording. If it has ended before, the earlier reason is kept. */
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
