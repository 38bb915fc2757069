package org.kpathjvm.core.cfg;

import java.util.Arrays;

/**
 * Dominance over ordinary and exception edges: {@code a} dominates {@code b} if every route from
 * block 0 to {@code b} passes through {@code a}. A block dominates itself.
 *
 * <p>The algorithm is the simpler of the two in Lengauer and Tarjan, "A fast algorithm for finding
 * dominators in a flowgraph" (1979). It takes O(m log n) for m edges and n blocks. An iteration to
 * a fixed point would be simpler still. But it would take quadratic time where one handler covers
 * thousands of successive blocks, as in generated parsers and static initialisers.
 */
public final class Dominators {
  /** The number of each block in a preorder of the dominator tree. */
  private final int[] first;

  /** The number of blocks in each block's subtree of the dominator tree. */
  private final int[] size;

  private Dominators(int[] first, int[] size) {
    this.first = first;
    this.size = size;
  }

  public static Dominators of(FlowGraph graph) {
    DepthFirstTree tree = DepthFirstTree.of(graph);
    int[] parent = new SemiDominators(graph, tree).immediateDominators();
    int blockCount = graph.blockCount();
    int[] immediate = new int[blockCount];
    int[] size = new int[blockCount];
    Arrays.fill(size, 1);
    // A dominator has a smaller depth-first number than the other blocks that it dominates. So one
    // pass by descending numbers adds up the sizes of the subtrees. A second pass by ascending
    // numbers gives each subtree its range in the preorder of the dominator tree.
    for (int number = blockCount - 1; number > 0; number--) {
      int block = tree.block(number);
      immediate[block] = tree.block(parent[number]);
      size[immediate[block]] += size[block];
    }
    int[] first = new int[blockCount];
    int[] next = new int[blockCount];
    next[0] = 1;
    for (int number = 1; number < blockCount; number++) {
      int block = tree.block(number);
      first[block] = next[immediate[block]];
      next[immediate[block]] += size[block];
      next[block] = first[block] + 1;
    }
    return new Dominators(first, size);
  }

  /** Returns whether {@code a} dominates {@code b}. */
  public boolean dominates(int a, int b) {
    return first[a] <= first[b] && first[b] < first[a] + size[a];
  }
}
