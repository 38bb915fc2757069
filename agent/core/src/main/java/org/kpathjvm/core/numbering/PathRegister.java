package org.kpathjvm.core.numbering;

import java.util.BitSet;
import org.kpathjvm.core.cfg.FlowGraph;

/**
 * Where the path register is needed. A block to which exactly one sequence of blocks leads from any
 * start knows its sum at compile time; a block from which no probe reads the register needs none,
 * nor do frames have it there.
 *
 * <p>Sums are those of increments; the register holds them with the method's first id added.
 */
public final class PathRegister {
  private final FlowGraph graph;
  private final PathNumbering numbering;
  private final PathIncrements increments;
  private final int firstId;
  private final int[] sum;
  private final BitSet known = new BitSet();
  private final BitSet live = new BitSet();

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

  /** Whether any probe reads the register. */
  public boolean isUsed() {
    return !live.isEmpty();
  }

  /** Whether the register holds a value, to be read later, at every place of the block. */
  public boolean isLive(int block) {
    return live.get(block);
  }

  /** Whether a path that ends in the block needs no register to know its id. */
  public boolean isKnown(int block) {
    return known.get(block);
  }

  /** The id of a path that ends in the block. */
  public PathValue idAt(EndKind kind, int block) {
    int increment = increments.end(kind, block);
    return known.get(block)
        ? PathValue.constant(firstId + sum[block] + increment)
        : PathValue.registerPlus(increment);
  }

  /** What the register has to hold at a start. */
  public int initial(StartKind kind, int block) {
    return firstId + increments.start(kind, block);
  }

  /** The id of a path that takes an uncut edge and comes over so many increments behind it. */
  public PathValue after(int from, int to, int increments) {
    return known.get(from)
        ? PathValue.constant(firstId + sum[from] + this.increments.edge(from, to) + increments)
        : PathValue.registerPlus(increments);
  }

  /** The sum of the increments from block to block and at an end in the last one. */
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
          // Two ways are as good as many, and don't overflow.
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
