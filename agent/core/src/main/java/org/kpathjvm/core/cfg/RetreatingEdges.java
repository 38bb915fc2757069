package org.kpathjvm.core.cfg;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/**
 * The retreating edges of one depth-first search over the ordinary edges that are left when the
 * back edges by dominance are removed: from block 0, then from handler entries not yet visited by
 * ascending index; successors by ascending index. There are some only in an irreducible graph.
 */
final class RetreatingEdges {
  private final FlowGraph graph;
  private final Set<FlowEdge> removed;
  private final Set<FlowEdge> retreating = new HashSet<>();
  private final boolean[] visited;
  private final boolean[] onStack;
  private final int[] stack;
  private final int[] cursor;
  private final int[][] ascending;

  private RetreatingEdges(FlowGraph graph, Set<FlowEdge> removed) {
    this.graph = graph;
    this.removed = removed;
    int blockCount = graph.blockCount();
    visited = new boolean[blockCount];
    onStack = new boolean[blockCount];
    stack = new int[blockCount];
    cursor = new int[blockCount];
    ascending = new int[blockCount][];
  }

  static Set<FlowEdge> find(FlowGraph graph, Set<FlowEdge> removed) {
    RetreatingEdges search = new RetreatingEdges(graph, removed);
    search.from(0);
    // Every block is visited: a shortest way to it takes no removed edge, and what follows its last
    // exception edge are ordinary edges from a handler's entry.
    for (int block = 0; block < graph.blockCount(); block++) {
      if (graph.isHandler(block)) {
        search.from(block);
      }
    }
    return search.retreating;
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
        FlowEdge edge = new FlowEdge(block, target);
        if (removed.contains(edge)) {
          continue;
        }
        if (onStack[target]) {
          retreating.add(edge);
        } else {
          depth = enter(target, depth);
        }
      }
    }
  }

  private int enter(int block, int depth) {
    visited[block] = true;
    onStack[block] = true;
    ascending[block] = graph.successors(block).clone();
    Arrays.sort(ascending[block]);
    stack[depth] = block;
    return depth + 1;
  }
}
