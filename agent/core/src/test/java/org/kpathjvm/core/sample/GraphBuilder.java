package org.kpathjvm.core.sample;

import java.util.BitSet;
import org.kpathjvm.core.cfg.EdgeList;
import org.kpathjvm.core.cfg.FlowGraph;

/**
 * Collects the edges of a graph, in which all blocks must be reachable from block 0. An edge that
 * is added again is ignored.
 */
public final class GraphBuilder {
  private final EdgeList ordinary = new EdgeList();
  private final EdgeList exceptional = new EdgeList();
  private final BitSet exits = new BitSet();
  private final int blockCount;

  public GraphBuilder(int blockCount) {
    if (blockCount < 1) {
      throw new IllegalArgumentException("a flow graph needs at least 1 block, not " + blockCount);
    }
    this.blockCount = blockCount;
  }

  /** Adds an ordinary edge. */
  public GraphBuilder edge(int from, int to) {
    ordinary.add(check(from), check(to));
    return this;
  }

  /** Adds an exception edge, whose target is a handler's entry. */
  public GraphBuilder exceptionEdge(int from, int handler) {
    exceptional.add(check(from), check(handler));
    return this;
  }

  /** Marks a block that ends with a return or athrow instruction. */
  public GraphBuilder exit(int block) {
    exits.set(check(block));
    return this;
  }

  /**
   * Returns the finished graph.
   *
   * @throws IllegalArgumentException if a block can't be reached from block 0, or isn't an exit and
   *     has no ordinary out-edge
   */
  public FlowGraph build() {
    int[][] successors = ordinary.rows(blockCount);
    int[][] handlers = exceptional.rows(blockCount);
    int lost = reachable(successors, handlers).nextClearBit(0);
    if (lost < blockCount) {
      throw new IllegalArgumentException("block " + lost + " is not reachable from block 0");
    }
    for (int block = 0; block < blockCount; block++) {
      if (successors[block].length == 0 && !exits.get(block)) {
        throw new IllegalArgumentException("block " + block + " has no successor and is no exit");
      }
    }
    return new FlowGraph(successors, handlers, (BitSet) exits.clone());
  }

  private static BitSet reachable(int[][] successors, int[][] handlers) {
    BitSet reached = new BitSet(successors.length);
    int[] pending = new int[successors.length];
    int size = 1;
    reached.set(0);
    while (size > 0) {
      int block = pending[--size];
      for (int[] targets : new int[][] {successors[block], handlers[block]}) {
        for (int target : targets) {
          if (!reached.get(target)) {
            reached.set(target);
            pending[size++] = target;
          }
        }
      }
    }
    return reached;
  }

  private int check(int block) {
    if (block < 0 || block >= blockCount) {
      throw new IllegalArgumentException(
          "block " + block + " is not one of the " + blockCount + " blocks");
    }
    return block;
  }
}
