package org.dacapo.harness;

/** A callback, which the harness tells of its iterations. */
public class Callback {
  /** Creates a callback. The harness uses this constructor for every callback. */
  public Callback(CommandLineArgs args) {}

  /** Called when an iteration is about to start. */
  public void start(String benchmark) {}

  /**
   * Called when an iteration has ended. 9.12-bach calls it, and leaves it to the callback to
   * measure the time.
   */
  public void stop() {}

  /**
   * Called when an iteration has ended, by 9.12-MR1-bach and later.
   *
   * @param duration milliseconds
   */
  public void stop(long duration) {}

  /** Called when an iteration's output was checked. */
  public void complete(String benchmark, boolean valid) {}
}
