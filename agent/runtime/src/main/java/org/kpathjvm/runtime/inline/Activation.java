package org.kpathjvm.runtime.inline;

/**
 * The state of an activation in the k-slab forest, packed into a long. The long is a local variable
 * of the activation, so no callee can change it. n, tau and beta are the variables of Fig. 6 of the
 * k-BLPP paper.
 *
 * <pre>
 * bits 35..63   the number of the node tau
 * bits  6..34   the number of the node beta; 0 if beta is null
 * bits  0..5    a countdown: the number of paths until n mod (k-1) is 0. The countdown is 0 if
 *               n mod (k-1) is 0 now
 * </pre>
 *
 * <p>The value 0 is the state of an activation before its first path.
 */
public final class Activation {
  private Activation() {}

  private static final int COUNTDOWN_BITS = 6;
  private static final int NODE_BITS = 29;
  private static final int NODE_MASK = (1 << NODE_BITS) - 1;

  /** The largest number of a node. The smallest is 1. */
  public static final int LARGEST_NODE = NODE_MASK;

  /**
   * The number of values that the countdown's bits can have. They suffice, because the countdown is
   * less than k-1, and k is at most this number.
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
