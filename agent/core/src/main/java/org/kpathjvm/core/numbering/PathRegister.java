package org.kpathjvm.core.numbering;

import java.util.BitSet;
import org.kpathjvm.core.cfg.FlowGraph;

/**
 * Finds out where the path register is needed. If, over all starts, only one path leads to a block,
 * the sum of the increments up to the block is known before the method runs. A block doesn't need
 * the register if no probe reads the register in the block or later on a path through the block.
 * Then the block's frame doesn't contain the register.
 *
 * <p>The register holds the sum of the increments plus the id of path 0, so at the end of a path it
 * holds the path's id. But if paths are packed into words, the register holds only the sum, which
 * at the end of a path is the path's number. Methods of this class that return ids then return
 * numbers.
 */
public final class PathRegister {
  private final FlowGraph graph;
  private final PathNumbering numbering;
  private final PathIncrements increments;
  private final int firstId;
  private final int[] sum;
  private final BitSet known = new BitSet();
  private final BitSet live = new BitSet();

  /**
   * Analyses a method.
   *
   * @param firstId the id of path 0; 0 if the register holds paths' numbers instead of their ids
   */
  public PathRegister(
      FlowGraph graph, PathNumbering numbering, PathIncrements increments, int firstId) {
    this.graph = graph;
    this.numbering = numbering;
    this.increments = increments;
    this.firstId = firstId;
    sum = new int[graph.blockCount()];
    int[] order = ReverseTopologicalOrder.of(graph, this::isCut);
    findKnownSums(order);
    findLiveBlocks(order);
  }

  /** Returns whether any probe reads the register. */
  public boolean isUsed() {
    return !live.isEmpty();
  }

  /** Returns whether the register holds, throughout the block, a value that may be read later. */
  public boolean isLive(int block) {
    return live.get(block);
  }

  /** Returns whether the id of a path that ends in the block is known without the register. */
  public boolean isKnown(int block) {
    return known.get(block);
  }

  /** Returns the id of a path that ends in the block. */
  public PathValue idAt(EndKind kind, int block) {
    int increment = increments.end(kind, block);
    return known.get(block)
        ? PathValue.constant(firstId + sum[block] + increment)
        : PathValue.registerPlus(increment);
  }

  /** Returns the initial value of the register at a start. */
  public int initial(StartKind kind, int block) {
    return firstId + increments.start(kind, block);
  }

  /**
   * Returns the id of a path that takes an uncut edge, and then gets the given increments. If the
   * register is needed, it must already contain the edge's own increment.
   *
   * @param increments the sum of the increments after the edge
   */
  public PathValue after(int from, int to, int increments) {
    return known.get(from)
        ? PathValue.constant(firstId + sum[from] + this.increments.edge(from, to) + increments)
        : PathValue.registerPlus(increments);
  }

  /**
   * Returns the sum of the increments on the edges along the blocks and at an end in the last
   * block.
   */
  public int along(int[] blocks, EndKind end) {
    int sumOfAll = increments.end(end, blocks[blocks.length - 1]);
    for (int at = 1; at < blocks.length; at++) {
      sumOfAll += increments.edge(blocks[at - 1], blocks[at]);
    }
    return sumOfAll;
  }

  private boolean isCut(int from, int to) {
    return numbering.cutKind(from, to) != null;
  }

  private void findKnownSums(int[] order) {
    int[] ways = new int[graph.blockCount()];
    for (Start start : numbering.starts()) {
      ways[start.block()]++;
      sum[start.block()] = increments.start(start.kind(), start.block());
    }
    for (int i = order.length - 1; i >= 0; i--) {
      int block = order[i];
      if (ways[block] == 1) {
        known.set(block);
      }
      for (int to : graph.successors(block)) {
        if (!isCut(block, to)) {
          // 2 stands for all larger numbers, which could overflow.
          ways[to] = Math.min(2, ways[to] + ways[block]);
          sum[to] = sum[block] + increments.edge(block, to);
        }
      }
    }
  }

  private void findLiveBlocks(int[] order) {
    for (int block : order) {
      boolean reads = graph.isExit(block) && !known.get(block);
      for (int to : graph.successors(block)) {
        reads |= isCut(block, to) ? !known.get(block) : live.get(to);
      }
      live.set(block, reads);
    }
  }
}
