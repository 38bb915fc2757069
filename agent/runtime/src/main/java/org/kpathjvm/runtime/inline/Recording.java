package org.kpathjvm.runtime.inline;

/** Says whether inline profilers record, and why they have stopped. */
public final class Recording {
  private Recording() {}

  /** The recording has ended because the program is ending. The tables are complete. */
  static final String SHUTDOWN = "shutdown";

  /**
   * The recording has ended because the tables could not grow. They are given up, and the program
   * goes on.
   */
  static final String MEMORY = "memory";

  /**
   * Whether the recording has ended. Volatile, so that a compiled loop doesn't keep an old value.
   */
  public static volatile boolean ended;

  private static volatile String reason;

  /** Ends the recording. An earlier reason is kept. */
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
