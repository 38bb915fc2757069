package org.kpathjvm.agent.attach;

import java.util.HashSet;
import java.util.Set;

/**
 * The classes that have been instrumented, by their names, and how many threads are at it now. All
 * under its own monitor, by code of package java.util alone, which calls of the transformer are
 * suspended for.
 */
public final class ChangedClasses {
  private final Set<String> names = new HashSet<>();
  private final Set<String> loading = new HashSet<>();
  private int atWork;
  private boolean closed;

  /** A class is about to be instrumented; false: no more are. */
  public synchronized boolean begin() {
    atWork += closed ? 0 : 1;
    return !closed;
  }

  /** It is over, behind a {@link #begin} that was true. */
  public synchronized void end() {
    atWork--;
    notifyAll();
  }

  /**
   * A class has got probes, with its slashes.
   *
   * @param isLoading nobody can find it yet
   */
  public synchronized void add(String name, boolean isLoading) {
    names.add(name.replace('/', '.'));
    if (isLoading) {
      loading.add(name.replace('/', '.'));
    }
  }

  /** From now on no more classes are instrumented; waits until those under way are. */
  public synchronized void close() throws InterruptedException {
    closed = true;
    while (atWork > 0) {
      wait();
    }
  }

  /** With dots. */
  public synchronized boolean contains(String name) {
    return names.contains(name);
  }

  /** Takes note that a class can be found; whether there are any left that could not be. */
  public synchronized boolean isAnyMissing(Set<String> found) {
    loading.removeAll(found);
    return !loading.isEmpty();
  }
}
