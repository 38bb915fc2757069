package org.kpathjvm.runtime.windows;

import jdk.internal.misc.Unsafe;

/**
 * The window of one structure graph: while it is open, completed paths are counted, up to its
 * threshold. All activations and threads share it.
 *
 * <p>Who completes a path draws a ticket; those with tickets below the threshold count, and the one
 * with the last of these shuts the window. So exactly as many paths are counted as the threshold
 * says, whatever threads do.
 */
public final class Window {
  private static final Unsafe U = Unsafe.getUnsafe();
  private static final long TICKETS = U.objectFieldOffset(Window.class, "tickets");

  /** States as windows.bin has them. */
  public static final int WAITING = 0;

  public static final int OPEN = 1;
  public static final int FINISHED = 2;
  public static final int TIMED_OUT = 3;

  /** The threshold of a complete profile. */
  static final long ALL = Long.MAX_VALUE / 2;

  final int firstId;
  final int paths;

  /**
   * Address of the completions of each path, 64 bits each. They aren't an array on the heap, as
   * where an array's elements begin has another type in each JDK's Unsafe: int up to 24, long since
   * 25.
   */
  private final long counts;

  /** Completions that are counted. */
  final long threshold;

  /** The window at whose end this one opens; null for the first of a method. */
  Window parent;

  Window[] children = {};

  /** Read at every start of a path; volatile, so that no compiled loop keeps an old value. */
  volatile boolean open;

  /** Whether a path has started while it was open. */
  boolean entered;

  volatile int state = WAITING;
  private volatile long tickets;

  // Of the controller, under the lock.

  /** Whether it has ended, and so have all inside. */
  boolean completed;

  /** Whether the agent knows that. */
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

  /** Whether a method is done that the agent doesn't know of. */
  boolean isDone() {
    return completed && !told && parent == null;
  }

  /** Counts a completed path; true if it was the last one. */
  boolean count(int id) {
    long ticket = U.getAndAddLong(this, TICKETS, 1);
    if (ticket >= threshold) {
      return false;
    }
    U.getAndAddLong(null, counts + 8L * (id - firstId), 1);
    return ticket == threshold - 1;
  }

  /** How often the window's path of that number, from 0 on, was counted. */
  long counted(int path) {
    return U.getLongVolatile(null, counts + 8L * path);
  }

  /** Lets nobody else count. */
  void exhaust() {
    U.getAndAddLong(this, TICKETS, ALL);
  }
}
