package org.kpathjvm.runtime.windows;

import jdk.internal.misc.Unsafe;

/**
 * The path window of one structure graph, which is the graph of a method or of one of its loops.
 * While the window is open, completed paths of the graph are counted, until as many are counted as
 * the threshold says. All activations and threads share the window.
 *
 * <p>A thread that completes a path takes the next ticket; tickets are numbered from 0. If the
 * ticket's number is below the threshold, the path is counted. The thread that takes the last such
 * ticket shuts the window. So a finished window has counted exactly {@code threshold} paths, even
 * if many threads counted at once.
 */
public final class Window {
  private static final Unsafe U = Unsafe.getUnsafe();
  private static final long TICKETS = U.objectFieldOffset(Window.class, "tickets");

  /** The state before the window opens. In windows.bin, a state is stored as its number plus 1. */
  public static final int WAITING = 0;

  public static final int OPEN = 1;
  public static final int FINISHED = 2;
  public static final int TIMED_OUT = 3;

  /** The threshold in a profile that counts all paths. It is never reached. */
  static final long ALL = Long.MAX_VALUE / 2;

  final int firstId;
  final int paths;

  /**
   * The address of the counts, a long for each path. The counts aren't in a Java array, because no
   * class file can use Unsafe's constant for an array's first element on all JDKs: that constant is
   * an int up to JDK 24, and a long since JDK 25.
   */
  private final long counts;

  final long threshold;

  /**
   * The window of the graph around this window's graph; null for a method's first window. With a
   * threshold, a window that has a parent opens when the parent has ended. Without a threshold, all
   * windows open when they are added.
   */
  Window parent;

  Window[] children = {};

  /**
   * Whether the window is open. The field is volatile, so that a compiled loop doesn't keep an old
   * value.
   */
  volatile boolean open;

  /** Whether {@link WindowProbes#start} has started a path while the window was open. */
  boolean entered;

  volatile int state = WAITING;
  private volatile long tickets;

  // SpinLock guards the following fields.

  /** Whether this window and all windows inside it have ended. */
  boolean completed;

  /** Whether {@link WindowController#takeDone} has reported that the window's method is done. */
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
   * Returns whether this is the first window of a method that is done and that {@link
   * WindowController#takeDone} hasn't reported yet.
   */
  boolean isDone() {
    return completed && !told && parent == null;
  }

  /**
   * Counts a completed path, unless the threshold has been reached. Returns whether this path was
   * the last to be counted.
   */
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
   * @param path the path's number in the window; the first path has number 0
   */
  long counted(int path) {
    return U.getLongVolatile(null, counts + 8L * path);
  }

  /** Makes sure that no further path is counted. */
  void exhaust() {
    U.getAndAddLong(this, TICKETS, ALL);
  }
}
