package org.kpathjvm.engine.ksf;

import java.util.Arrays;

/**
 * The nodes of a k-slab forest in a single array of longs. A node consists of three longs, so most
 * nodes don't cross the border of a cache line.
 *
 * <pre>
 * node + FIRST_CHILD    link to the first child, 0: none; with the sign bit ({@link #INDEXED}) when the
 *                       node's children are in the {@link ChildIndex}
 * node + NEXT_SIBLING   link to the next sibling, 0: none
 * node + COUNT          count
 * </pre>
 *
 * <p>A link consists of the node to which it leads (high half) and the label of that node (low
 * half). So the first child's label can be compared without access to the child. A node is
 * identified by the index of its first long; 0 means "no node".
 */
final class NodeArena {
  static final int FIRST_CHILD = 0;
  static final int NEXT_SIBLING = 1;
  static final int COUNT = 2;
  static final int STRIDE = 3;

  /** The bit in a node's link to its first child that means that the children are in the index. */
  static final long INDEXED = Long.MIN_VALUE;

  /** The first node. The longs before it are unused, so that 0 can mean "no node". */
  static final int FIRST_NODE = STRIDE;

  private static final int SMALLEST_NODES = 64;
  private static final int DOUBLED_UP_TO_LENGTH = 1 << 22;
  private static final int LONGEST_LENGTH = Integer.MAX_VALUE - 64;

  long[] words = new long[FIRST_NODE + SMALLEST_NODES * STRIDE];
  private int end = FIRST_NODE;

  /**
   * Adds a node without children or siblings, with a count of 0. There must be {@link #room()} for
   * it.
   */
  int add() {
    int node = end;
    end += STRIDE;
    return node;
  }

  /** Returns the number of nodes that can be added without a larger array. */
  int room() {
    return (words.length - end) / STRIDE;
  }

  /**
   * Returns the length, in longs, of a much larger array. It has room for at least {@code nodes}
   * more nodes, if no more than {@link #LONGEST_LENGTH} longs are needed.
   */
  int grownLength(int nodes) {
    long usual =
        words.length + (words.length < DOUBLED_UP_TO_LENGTH ? words.length : words.length / 2L);
    return (int) Math.min(Math.max(usual, leastLength(nodes)), LONGEST_LENGTH);
  }

  /**
   * Returns the length, in longs, of a slightly larger array. It has room for at least {@code
   * nodes} more nodes, if no more than {@link #LONGEST_LENGTH} longs are needed.
   */
  int snugLength(int nodes) {
    return (int) Math.min(Math.max(words.length / 8L * 9, leastLength(nodes)), LONGEST_LENGTH);
  }

  /** Copies the nodes into an array of another length. All nodes must fit into it. */
  void resize(int length) {
    words = Arrays.copyOf(words, length);
  }

  private long leastLength(int nodes) {
    return end + (long) nodes * STRIDE;
  }

  /** Returns the index after the last node. */
  int end() {
    return end;
  }

  int size() {
    return (end - FIRST_NODE) / STRIDE;
  }

  long bytes() {
    return 8L * words.length;
  }

  static long link(int node, int label) {
    return (long) node << 32 | label;
  }
}
