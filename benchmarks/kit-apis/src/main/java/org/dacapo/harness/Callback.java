package org.dacapo.harness;

/** What the harness tells of its iterations. */
public class Callback {
  /** As the harness makes every callback. */
  public Callback(CommandLineArgs args) {}

  /** An iteration is about to start. */
  public void start(String benchmark) {}

  /** An iteration has ended; 9.12-bach, which has the callback take the time. */
  public void stop() {}

  /**
   * An iteration has ended; 9.12-MR1-bach and later.
   *
   * @param duration milliseconds
   */
  public void stop(long duration) {}

  /** An iteration's output was checked. */
  public void complete(String benchmark, boolean valid) {}
}
