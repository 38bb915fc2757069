package org.dacapo.harness;

/**
 * A callback. The harnesses of DaCapo 9.12 and later call the callback's methods when an iteration
 * is about to start, when the iteration has ended, and when the iteration's output has been
 * checked.
 */
public class Callback {
  /** Creates a callback. The harness calls this constructor. */
  public Callback(CommandLineArgs args) {}

  /** Called when an iteration is about to start. */
  public void start(String benchmark) {}

  /**
   * Called when an iteration has ended, by DaCapo 9.12-bach only. The harness doesn't pass the
   * iteration's duration, so the callback has to measure it.
   */
  public void stop() {}

  /**
   * Called when an iteration has ended, by DaCapo 9.12-MR1-bach and later releases only.
   *
   * @param duration the iteration's duration in milliseconds
   */
  public void stop(long duration) {}

  /** Called when an iteration's output has been checked. */
  public void complete(String benchmark, boolean valid) {}
}
