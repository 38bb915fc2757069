package org.kpathjvm.engine.ipf;

/**
 * The sizes of a k-IPF whose nodes are only counted and aren't stored. A root has depth 0. A leaf
 * is a node without children; a root can be a leaf.
 */
public final class PathForestCensus {
  private final long[] children;
  private long nodes;
  private long roots;
  private long leaves;
  private long leafDepths;

  /**
   * Creates an empty census.
   *
   * @param k the largest number of nodes on a branch, including the root and the leaf
   */
  PathForestCensus(int k) {
    children = new long[k];
  }

  void open(int depth) {
    nodes++;
    if (depth == 0) {
      roots++;
    } else {
      children[depth - 1]++;
    }
    children[depth] = 0;
  }

  void close(int depth) {
    if (children[depth] == 0) {
      leaves++;
      leafDepths += depth;
    }
  }

  /** Adds roots without children: paths that were always the only path of their sequence. */
  public void addLoneRoots(long count) {
    nodes += count;
    roots += count;
    leaves += count;
  }

  /** Returns the number of nodes: n-grams with n from 1 to k. */
  public long nodes() {
    return nodes;
  }

  /** Returns the number of roots: distinct paths. */
  public long roots() {
    return roots;
  }

  /**
   * Returns the average number of children of the nodes that have children (figure 13 of the k-BLPP
   * paper); 0 if no node has children.
   */
  public double averageInternalDegree() {
    return nodes == leaves ? 0 : (double) (nodes - roots) / (nodes - leaves);
  }

  /**
   * Returns the average depth of the leaves (figure 14 of the k-BLPP paper); 0 if there are no
   * leaves.
   */
  public double averageLeafDepth() {
    return leaves == 0 ? 0 : (double) leafDepths / leaves;
  }
}
