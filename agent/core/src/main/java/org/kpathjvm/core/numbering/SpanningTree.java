package org.kpathjvm.core.numbering;

import java.util.Arrays;

/**
 * A forest that becomes a spanning tree, one edge after the other (Kruskal's algorithm). Nodes that
 * the forest's edges connect form a set. Each node has a potential relative to the root of its set.
 * When an edge joins two sets, the potentials of one set are shifted. Afterwards the edge's value
 * is the difference between the potentials of its two nodes.
 */
public final class SpanningTree {
  private final int[] parent;
  private final int[] size;

  /** The potential relative to the parent; 0 for a root. */
  private final long[] offset;

  public SpanningTree(int nodeCount) {
    parent = new int[nodeCount];
    size = new int[nodeCount];
    offset = new long[nodeCount];
    Arrays.setAll(parent, node -> node);
    Arrays.fill(size, 1);
  }

  /**
   * Adds an edge so that phi(to) = phi(from) + value, where phi is a node's potential. An edge that
   * would close a cycle isn't added. Returns whether the edge was added.
   */
  public boolean join(int from, int to, long value) {
    int fromRoot = root(from);
    int toRoot = root(to);
    if (fromRoot == toRoot) {
      return false;
    }
    long shift = relative(from) + value - relative(to);
    if (size[fromRoot] >= size[toRoot]) {
      attach(toRoot, fromRoot, shift);
    } else {
      attach(fromRoot, toRoot, -shift);
    }
    return true;
  }

  /** Returns the potential of each node. The root of each set has the potential 0. */
  public long[] potentials() {
    long[] potentials = new long[parent.length];
    Arrays.setAll(potentials, this::relative);
    return potentials;
  }

  private void attach(int root, int newParent, long shift) {
    parent[root] = newParent;
    offset[root] = shift;
    size[newParent] += size[root];
  }

  // The smaller set is attached to the larger one. So a node is at most log2(n) steps away from its
  // root, and the paths to the roots needn't be compressed.

  private int root(int node) {
    int up = node;
    while (parent[up] != up) {
      up = parent[up];
    }
    return up;
  }

  private long relative(int node) {
    long sum = 0;
    for (int up = node; parent[up] != up; up = parent[up]) {
      sum += offset[up];
    }
    return sum;
  }
}
