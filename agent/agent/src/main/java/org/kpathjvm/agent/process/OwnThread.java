package org.kpathjvm.agent.process;

/**
 * Threads of the agent. They are independent of the program's thread groups and class loaders, and
 * don't keep the program from ending.
 *
 * <p>No such thread ends silently. Whatever a round of its work throws (the program may have used
 * up its heap, or a class of the agent can't be loaded any more), the thread tries another round.
 * If rounds fail for too long, the thread has its work given up, so that nothing waits for it.
 */
public final class OwnThread implements Runnable {
  /** What a thread does, round by round. */
  public interface Work {
    /** Does a round, which includes a rest. Returns whether there is to be another round. */
    boolean round() throws Exception;

    /**
     * Does without further rounds, because they fail. The program goes on unharmed, nothing waits
     * for the thread, and the agent's log has the reason. This is called again until it succeeds.
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
   * @param patienceMillis how long rounds may fail before the work is given up. If it is 0, the
   *     work is given up after the first failure.
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

  /** Does rounds until there are no more. Returns null, or why the work has to be given up. */
  private Throwable rounds() {
    boolean isFailing = false;
    long since = 0;
    while (true) {
      try {
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
      // Without a rest, the next attempt just comes sooner.
      Thread.yield();
    }
  }
}
