package org.kpathjvm.agent.attach;

import java.util.HashSet;
import java.util.Set;

/**
 * The names of the classes that have been instrumented, and the number of threads that are
 * instrumenting a class now. The methods call no probe that records, because they use only the
 * packages java.lang and java.util. Classes of java.lang never have probes, and the probes of
 * java.util record nothing on a thread that runs the transformer.
 */
public final class ChangedClasses {
  private static final long LOOK_MILLIS = 100;

  private final Set<String> names = new HashSet<>();
  private final Set<String> loading = new HashSet<>();
  private int atWork;
  private boolean closed;

  /**
   * Notes that a class is about to be instrumented. Returns false if no more classes may be
   * instrumented.
   */
  public synchronized boolean begin() {
    atWork += closed ? 0 : 1;
    return !closed;
  }

  /**
   * Notes that the instrumentation of a class has ended. Called once after each {@link #begin} that
   * returned true.
   */
  public synchronized void end() {
    atWork--;
    notifyAll();
  }

  /**
   * Notes that a class has got probes.
   *
   * @param name the internal name, with slashes
   * @param isLoading whether the class is still being loaded. Such a class can't be found yet
   */
  public synchronized void add(String name, boolean isLoading) {
    names.add(name.replace('/', '.'));
    if (isLoading) {
      loading.add(name.replace('/', '.'));
    }
  }

  /**
   * Makes sure that no more classes are instrumented. Waits for threads that are instrumenting a
   * class now.
   */
  public synchronized void close() throws InterruptedException {
    closed = true;
    while (atWork > 0) {
      // A thread whose stack is full may fail to wake this thread, so this thread also wakes up by
      // itself.
      wait(LOOK_MILLIS);
    }
  }

  /**
   * Returns whether a class has got probes.
   *
   * @param name the name with dots
   */
  public synchronized boolean contains(String name) {
    return names.contains(name);
  }

  /**
   * Notes that the classes with the names in {@code found} have been found. Returns whether any
   * class that was still being loaded when it got its probes hasn't been found yet.
   */
  public synchronized boolean isAnyMissing(Set<String> found) {
    loading.removeAll(found);
    return !loading.isEmpty();
  }
}
