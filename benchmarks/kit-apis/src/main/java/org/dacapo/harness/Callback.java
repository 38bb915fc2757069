package org.dacapo.harness;

/** A callback, which the harnesses of DaCapo 9.12 and later tell of their iterations. */
public class Callback {
  /** Creates a callback. The harness uses this constructor for every callback. */
  public Callback(CommandLineArgs args) {}

  /** Called when an iteration is about to start. */
  public void start(String benchmark) {}

  /**
   * Called when an iteration has ended. Only DaCapo 9.12-bach calls this method. It leaves it to
   * the callback to measure the time.
   */
  public void stop() {}

  /**
   * Called when an iteration has ended. DaCapo 9.12-MR1-bach and later releases call this method.
   *
   * @param duration the time of the iteration in milliseconds
   */
  public void stop(long duration) {}

  /** Called when an iteration's output was checked. */
  public void complete(String benchmark, boolean valid) {}
}
