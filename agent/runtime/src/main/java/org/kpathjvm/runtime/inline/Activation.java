package org.kpathjvm.runtime.inline;

/**
 * The state of an activation in the k-slab forest, packed into the long that is the activation's
 * local variable. There no callee can disturb it, and it dies with the activation.
 *
 * <pre>
 * bits 35..63   tau, a node
 * bits  6..34   beta, a node; 0: null
 * bits  0..5    how many more items there are until n mod (k-1) is 0; 0: it is 0 now
 * </pre>
 *
 * <p>0 is an activation without an item yet.
 */
public final class Activation {
  private Activation() {}

  private static final int COUNTDOWN_BITS = 6;
  private static final int NODE_BITS = 29;
  private static final int NODE_MASK = (1 << NODE_BITS) - 1;

  /** Nodes are 1 to LARGEST_NODE. */
  public static final int LARGEST_NODE = NODE_MASK;

  /**
   * The number of values that the countdown can have. The countdown is less than k-1, and this is
   * no less than the largest k.
   */
  static final int COUNTDOWNS = 1 << COUNTDOWN_BITS;

  static long of(int top, int bottom, int countdown) {
    return (long) top << COUNTDOWN_BITS + NODE_BITS | (long) bottom << COUNTDOWN_BITS | countdown;
  }

  static int top(long activation) {
    return (int) (activation >>> COUNTDOWN_BITS + NODE_BITS);
  }

  static int bottom(long activation) {
    return (int) (activation >>> COUNTDOWN_BITS) & NODE_MASK;
  }

  static int countdown(long activation) {
    return (int) activation & COUNTDOWNS - 1;
  }
}
