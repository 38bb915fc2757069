package org.kpathjvm.agent.process;

/** Threads of the agent, which the program's groups, loaders and end have nothing to do with. */
public final class OwnThread {
  private OwnThread() {}

  /** Starts one. */
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
