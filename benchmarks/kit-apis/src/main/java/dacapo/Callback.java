package dacapo;

/** What the 2006 harness tells of its iterations; made with its constructor without arguments. */
public class Callback {
  /** The last iteration is about to start. */
  public void start(String benchmark) {}

  /** An iteration before the last one is about to start. */
  public void startWarmup(String benchmark) {}

  /** The last iteration has ended. */
  public void stop() {}

  /** An iteration before the last one has ended. */
  public void stopWarmup() {}

  /** The last iteration's output was checked. */
  public void complete(String benchmark, boolean valid) {}

  /** The output of an iteration before the last one was checked. */
  public void completeWarmup(String benchmark, boolean valid) {}
}
