package org.kpathjvm.core.cfg;

import java.util.Arrays;

/**
 * The retreating edges of a depth-first search. The search follows the ordinary edges, except those
 * whose target dominates their source. A retreating edge leads back to a block that the search has
 * entered and not left yet. The search starts at block 0, and then at each handler's entry that it
 * hasn't visited yet. It visits entries and successors by ascending index. Only an irreducible
 * graph has such edges.
 */
final class RetreatingEdges {
  private final FlowGraph graph;
  private final boolean[] removed;
  private final boolean[] retreating;
  private final boolean[] visited;
  private final boolean[] onStack;
  private final int[] stack;
  private final int[] cursor;
  private final int[][] ascending;

  private RetreatingEdges(FlowGraph graph, boolean[] removed) {
    this.graph = graph;
    this.removed = removed;
    retreating = new boolean[removed.length];
    int blockCount = graph.blockCount();
    visited = new boolean[blockCount];
    onStack = new boolean[blockCount];
    stack = new int[blockCount];
    cursor = new int[blockCount];
    ascending = new int[blockCount][];
  }

  /**
   * Sets {@code isBack} for the retreating edges, too.
   *
   * @param isBack whether an ordinary edge's target dominates its source, by the edge's index
   * @return whether there are any retreating edges
   */
  static boolean addTo(boolean[] isBack, FlowGraph graph) {
    RetreatingEdges search = new RetreatingEdges(graph, isBack);
    search.from(0);
    // In the end, the search has visited every block. A shortest route from block 0 to a block
    // takes no edge whose target dominates its source. The last exception edge of the route leads
    // to a handler's entry. After that, the route has only ordinary edges, and the search follows
    // them.
    for (int block = 0; block < graph.blockCount(); block++) {
      if (graph.isHandler(block)) {
        search.from(block);
      }
    }
    boolean any = false;
    for (int edge = 0; edge < isBack.length; edge++) {
      any |= search.retreating[edge];
      isBack[edge] |= search.retreating[edge];
    }
    return any;
  }

  private void from(int root) {
    if (visited[root]) {
      return;
    }
    int depth = enter(root, 0);
    while (depth > 0) {
      int block = stack[depth - 1];
      if (cursor[block] == ascending[block].length) {
        onStack[block] = false;
        depth--;
        continue;
      }
      int target = ascending[block][cursor[block]++];
      if (!visited[target] || onStack[target]) {
        int edge = graph.edge(block, target);
        if (removed[edge]) {
          continue;
        }
        if (onStack[target]) {
          retreating[edge] = true;
        } else {
          depth = enter(target, depth);
        }
      }
    }
  }

  private int enter(int block, int depth) {
    visited[block] = true;
    onStack[block] = true;
    int[] successors = graph.successors(block);
    if (successors.length > 1) {
      successors = successors.clone();
      Arrays.sort(successors);
    }
    ascending[block] = successors;
    stack[depth] = block;
    return depth + 1;
  }
}
