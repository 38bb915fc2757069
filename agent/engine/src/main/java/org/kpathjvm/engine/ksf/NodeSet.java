package org.kpathjvm.engine.ksf;

import static org.kpathjvm.engine.ksf.NodeArena.FIRST_NODE;
import static org.kpathjvm.engine.ksf.NodeArena.STRIDE;

/** A set of an arena's nodes, one bit a node, which knows where its nodes come to lie. */
final class NodeSet {
  private final long[] bits;
  private int[] before;

  NodeSet(NodeArena arena) {
    bits = new long[(arena.size() + Long.SIZE - 1) / Long.SIZE];
  }

  static int ordinal(int node) {
    return (node - FIRST_NODE) / STRIDE;
  }

  void add(int node) {
    int ordinal = ordinal(node);
    bits[ordinal >>> 6] |= 1L << ordinal;
  }

  boolean contains(int node) {
    int ordinal = ordinal(node);
    return (bits[ordinal >>> 6] >>> ordinal & 1) != 0;
  }

  int size() {
    int size = 0;
    for (long word : bits) {
      size += Long.bitCount(word);
    }
    return size;
  }

  /** The set is complete: {@link #place} may be asked from now on. */
  void close() {
    before = new int[bits.length];
    int size = 0;
    for (int word = 0; word < bits.length; word++) {
      before[word] = size;
      size += Long.bitCount(bits[word]);
    }
  }

  /** Where a node of the set lies when the others are gone; 0 for 0. */
  int place(int node) {
    if (node == 0) {
      return 0;
    }
    int ordinal = ordinal(node);
    long below = bits[ordinal >>> 6] & (1L << ordinal) - 1;
    return FIRST_NODE + STRIDE * (before[ordinal >>> 6] + Long.bitCount(below));
  }
}
