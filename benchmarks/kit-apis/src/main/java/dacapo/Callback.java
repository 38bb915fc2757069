package dacapo;

/**
 * A callback, which the harness of DaCapo 2006 creates with the no-argument constructor. The
 * harness calls the callback's methods when an iteration is about to start, when the iteration has
 * ended, and when the iteration's output has been checked.
 */
public class Callback {
  /** Called when the last iteration is about to start. */
  public void start(String benchmark) {}

  /** Called when an iteration before the last one is about to start. */
  public void startWarmup(String benchmark) {}

  /** Called when the last iteration has ended. */
  public void stop() {}

  /** Called when an iteration before the last one has ended. */
  public void stopWarmup() {}

  /** Called when the last iteration's output has been checked. */
  public void complete(String benchmark, boolean valid) {}

  /** Called when the output of an iteration before the last one has been checked. */
  public void completeWarmup(String benchmark, boolean valid) {}
}
