package org.dacapo.harness;

/**
 * A callback. The harnesses of DaCapo 9.12 and later call its methods when an iteration starts,
 * when it ends and when its output has been checked.
 */
public class Callback {
  /** Creates a callback. The harness calls this constructor. */
  public Callback(CommandLineArgs args) {}

  /** Called when an iteration is about to start. */
  public void start(String benchmark) {}

  /**
   * Called when an iteration has ended. Only DaCapo 9.12-bach calls this method. It doesn't tell
   * how long the iteration took, so the callback has to measure that.
   */
  public void stop() {}

  /**
   * Called when an iteration has ended, by DaCapo 9.12-MR1-bach and later releases.
   *
   * @param duration the time of the iteration in milliseconds
   */
  public void stop(long duration) {}

  /** Called when an iteration's output has been checked. */
  public void complete(String benchmark, boolean valid) {}
}
