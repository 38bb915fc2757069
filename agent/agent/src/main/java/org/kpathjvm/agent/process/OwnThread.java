package org.kpathjvm.agent.process;

/**
 * Threads of the agent. They are independent of the program's thread groups and class loaders, and
 * don't keep the program from ending.
 *
 * <p>If a round of the work throws, for instance because the heap is full or because a class of the
 * agent can't be loaded any more, the thread tries another round. If rounds fail for too long, the
 * thread calls {@link Work#giveUp}, so that nothing waits for the thread.
 */
public final class OwnThread implements Runnable {
  /** The work of a thread, which is done in rounds. */
  public interface Work {
    /**
     * Prepares the thread for the rounds. If this method throws, that counts as a failed round, and
     * the method is called again.
     */
    void begin() throws Exception;

    /** Does a round, which includes a pause. Returns whether another round must follow. */
    boolean round() throws Exception;

    /**
     * Gives up the work, because rounds have failed for too long. Afterwards nothing may wait for
     * the thread, and the agent's log has to contain the reason. This method is called until it
     * succeeds.
     */
    void giveUp(Throwable why) throws Exception;
  }

  private static final long REST_MILLIS = 20;

  private final Work work;
  private final long patienceNanos;

  private OwnThread(Work work, long patienceMillis) {
    this.work = work;
    patienceNanos = 1_000_000 * patienceMillis;
  }

  /**
   * Starts a thread.
   *
   * @param patienceMillis how long rounds may fail before the work is given up; with 0, the first
   *     failure ends the work
   */
  public static Thread start(String name, long patienceMillis, Work work) {
    ThreadGroup group = Thread.currentThread().getThreadGroup();
    while (group.getParent() != null) {
      group = group.getParent();
    }
    Thread thread = new Thread(group, new OwnThread(work, patienceMillis), name, 0, false);
    thread.setContextClassLoader(null);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  @Override
  public void run() {
    Throwable failure = rounds();
    while (failure != null) {
      try {
        work.giveUp(failure);
        return;
      } catch (Throwable again) {
        rest();
      }
    }
  }

  /**
   * Does all rounds. Returns null if the work is done, or the failure because of which it has to be
   * given up.
   */
  private Throwable rounds() {
    boolean hasBegun = false;
    boolean isFailing = false;
    long since = 0;
    while (true) {
      try {
        if (!hasBegun) {
          work.begin();
          hasBegun = true;
        }
        if (!work.round()) {
          return null;
        }
        isFailing = false;
      } catch (Throwable failure) {
        long now = System.nanoTime();
        since = isFailing ? since : now;
        isFailing = true;
        if (now - since >= patienceNanos) {
          return failure;
        }
        rest();
      }
    }
  }

  private static void rest() {
    try {
      Thread.sleep(REST_MILLIS);
    } catch (Throwable interruptedOrNoMemory) {
      // Without the pause, the next attempt just comes sooner.
      Thread.yield();
    }
  }
}
