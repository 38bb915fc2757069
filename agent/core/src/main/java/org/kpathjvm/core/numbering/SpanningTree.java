package org.kpathjvm.core.numbering;

import java.util.Arrays;

/**
 * A growing forest (Kruskal's algorithm) that keeps, for each node, its potential relative to the
 * root of its set. Joining two sets shifts one of them so that the joining edge's value is the
 * difference of its ends' potentials.
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
   * Adds an edge with phi(to) = phi(from) + value, unless it would close a cycle; returns whether
   * it was added.
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

  /** Returns the potential of each node; the root of each set has 0. */
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

  // Union by size keeps the ways to a root logarithmic, so they need no compression.

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
