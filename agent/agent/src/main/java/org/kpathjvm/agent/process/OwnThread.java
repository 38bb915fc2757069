package org.kpathjvm.agent.process;

/**
 * Threads of the agent. They are independent of the program's thread groups and class loaders, and
 * don't keep the program from ending.
 */
public final class OwnThread {
  private OwnThread() {}

  /** Starts a thread. */
  public static Thread start(String name, Runnable work) {
    ThreadGroup group = Thread.currentThread().getThreadGroup();
    while (group.getParent() != null) {
      group = group.getParent();
    }
    Thread thread = new Thread(group, work, name, 0, false);
    thread.setContextClassLoader(null);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }
}
