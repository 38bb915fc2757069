package org.kpathjvm.core.cfg;

import java.util.Arrays;

/**
 * Computes immediate dominators by way of semidominators: steps 2 to 4 of figure 3 in Lengauer and
 * Tarjan, "A fast algorithm for finding dominators in a flowgraph" (1979). A node is given by its
 * preorder number in the depth-first tree, not by its block.
 */
final class SemiDominators {
  private static final int NONE = -1;

  private final FlowGraph graph;
  private final DepthFirstTree tree;
  private final int[] semi;
  private final int[] immediate;

  /**
   * The paper's forest, in two arrays. {@code ancestor} has each node's ancestor, which {@link
   * #compress} moves up towards the root. {@code label} has, for each node, the node with the least
   * semidominator on the route to that ancestor.
   */
  private final int[] ancestor;

  private final int[] label;
  private final int[] path;

  /**
   * A node's bucket holds the nodes that have this node as their semidominator. The buckets are
   * linked lists in two arrays: {@code bucket} has the first node of each node's bucket, and {@code
   * nextInBucket} has the next node in the same bucket.
   */
  private final int[] bucket;

  private final int[] nextInBucket;

  SemiDominators(FlowGraph graph, DepthFirstTree tree) {
    this.graph = graph;
    this.tree = tree;
    int count = graph.blockCount();
    semi = identity(count);
    label = identity(count);
    immediate = new int[count];
    ancestor = filled(count);
    bucket = filled(count);
    nextInBucket = filled(count);
    path = new int[count];
  }

  /** Returns the immediate dominator of each node; the root's entry is 0 and has no meaning. */
  int[] immediateDominators() {
    for (int node = semi.length - 1; node > 0; node--) {
      int block = tree.block(node);
      lowerSemi(node, graph.predecessors(block));
      lowerSemi(node, graph.coveredBy(block));
      nextInBucket[node] = bucket[semi[node]];
      bucket[semi[node]] = node;
      int parent = tree.parent(node);
      ancestor[node] = parent;
      for (int other = bucket[parent]; other != NONE; other = nextInBucket[other]) {
        int best = evaluate(other);
        immediate[other] = semi[best] < semi[other] ? best : parent;
      }
      bucket[parent] = NONE;
    }
    for (int node = 1; node < semi.length; node++) {
      if (immediate[node] != semi[node]) {
        immediate[node] = immediate[immediate[node]];
      }
    }
    return immediate;
  }

  private void lowerSemi(int node, int[] sources) {
    for (int source : sources) {
      semi[node] = Math.min(semi[node], semi[evaluate(tree.number(source))]);
    }
  }

  private int evaluate(int node) {
    if (ancestor[node] == NONE) {
      return node;
    }
    compress(node);
    return label[node];
  }

  /**
   * Shortens the route from the node up to the root of its tree in the forest. The root becomes the
   * ancestor of every node on this route, and the labels change accordingly. The method uses loops
   * instead of recursion, because the route may be thousands of nodes long.
   */
  private void compress(int node) {
    int length = 0;
    for (int up = node; ancestor[ancestor[up]] != NONE; up = ancestor[up]) {
      path[length++] = up;
    }
    while (length > 0) {
      int low = path[--length];
      int high = ancestor[low];
      if (semi[label[high]] < semi[label[low]]) {
        label[low] = label[high];
      }
      ancestor[low] = ancestor[high];
    }
  }

  private static int[] identity(int count) {
    int[] array = new int[count];
    for (int i = 0; i < count; i++) {
      array[i] = i;
    }
    return array;
  }

  private static int[] filled(int count) {
    int[] array = new int[count];
    Arrays.fill(array, NONE);
    return array;
  }
}
