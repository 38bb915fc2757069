package org.kpathjvm.core.cfg;

/**
 * A depth-first spanning tree from block 0 over ordinary and exception edges, with preorder
 * numbers.
 */
final class DepthFirstTree {
  private final int[] blocks;
  private final int[] numbers;
  private final int[] parents;

  private DepthFirstTree(int blockCount) {
    blocks = new int[blockCount];
    numbers = new int[blockCount];
    parents = new int[blockCount];
  }

  static DepthFirstTree of(FlowGraph graph) {
    int blockCount = graph.blockCount();
    DepthFirstTree tree = new DepthFirstTree(blockCount);
    boolean[] visited = new boolean[blockCount];
    int[] cursor = new int[blockCount];
    int[] stack = new int[blockCount];
    int depth = 1;
    int count = 1;
    visited[0] = true;
    while (depth > 0) {
      int block = stack[depth - 1];
      int[] ordinary = graph.successors(block);
      int[] exceptional = graph.handlersOf(block);
      int place = cursor[block]++;
      if (place >= ordinary.length + exceptional.length) {
        depth--;
        continue;
      }
      int target = place < ordinary.length ? ordinary[place] : exceptional[place - ordinary.length];
      if (!visited[target]) {
        visited[target] = true;
        tree.blocks[count] = target;
        tree.numbers[target] = count;
        tree.parents[count] = tree.numbers[block];
        count++;
        stack[depth++] = target;
      }
    }
    return tree;
  }

  int block(int number) {
    return blocks[number];
  }

  int number(int block) {
    return numbers[block];
  }

  /** Returns the preorder number of a node's parent; the root's parent is the root. */
  int parent(int number) {
    return parents[number];
  }
}
