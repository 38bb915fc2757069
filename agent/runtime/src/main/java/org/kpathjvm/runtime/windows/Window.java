package org.kpathjvm.runtime.windows;

import jdk.internal.misc.Unsafe;

/**
 * The window of one structure graph. While it is open, completed paths are counted, up to its
 * threshold. All activations and threads share the window.
 *
 * <p>A thread that completes a path draws a ticket. Tickets below the threshold count, and the
 * thread that draws the last of them shuts the window. So exactly as many paths are counted as the
 * threshold says, whatever threads do.
 */
public final class Window {
  private static final Unsafe U = Unsafe.getUnsafe();
  private static final long TICKETS = U.objectFieldOffset(Window.class, "tickets");

  /** The states, as windows.bin has them. */
  public static final int WAITING = 0;

  public static final int OPEN = 1;
  public static final int FINISHED = 2;
  public static final int TIMED_OUT = 3;

  /** The threshold of a complete profile. */
  static final long ALL = Long.MAX_VALUE / 2;

  final int firstId;
  final int paths;

  /**
   * The address of the completions of each path, 64 bits each. They aren't an array on the heap,
   * because the type of the offset of an array's first element in Unsafe depends on the JDK: int up
   * to 24, long since 25.
   */
  private final long counts;

  /** How many completions are counted. */
  final long threshold;

  /** The window at whose end this one opens; null for the first one of a method. */
  Window parent;

  Window[] children = {};

  /** Read whenever a path starts. It is volatile so that no compiled loop keeps an old value. */
  volatile boolean open;

  /** Whether a path has started while the window was open. */
  boolean entered;

  volatile int state = WAITING;
  private volatile long tickets;

  // The controller uses the following fields, under the lock.

  /** Whether this window and all windows inside have ended. */
  boolean completed;

  /** Whether the agent knows that the window has ended. */
  boolean told;

  boolean timed;
  long since;

  Window(int firstId, int paths, long threshold) {
    this.firstId = firstId;
    this.paths = paths;
    this.threshold = threshold;
    counts = U.allocateMemory(8L * paths);
    U.setMemory(counts, 8L * paths, (byte) 0);
  }

  void putInto(Window around) {
    parent = around;
    Window[] more = new Window[around.children.length + 1];
    System.arraycopy(around.children, 0, more, 0, more.length - 1);
    more[more.length - 1] = this;
    around.children = more;
  }

  /**
   * Returns whether this is a method's first window, the method is done, and the agent doesn't know
   * that yet.
   */
  boolean isDone() {
    return completed && !told && parent == null;
  }

  /** Counts a completed path. Returns true if it was the last one that counts. */
  boolean count(int id) {
    long ticket = U.getAndAddLong(this, TICKETS, 1);
    if (ticket >= threshold) {
      return false;
    }
    U.getAndAddLong(null, counts + 8L * (id - firstId), 1);
    return ticket == threshold - 1;
  }

  /**
   * Returns how often a path of the window was counted.
   *
   * @param path the path's number in the window, from 0 on
   */
  long counted(int path) {
    return U.getLongVolatile(null, counts + 8L * path);
  }

  /** Makes sure that no further path is counted. */
  void exhaust() {
    U.getAndAddLong(this, TICKETS, ALL);
  }
}
