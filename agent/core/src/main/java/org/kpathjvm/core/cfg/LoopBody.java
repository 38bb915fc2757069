package org.kpathjvm.core.cfg;

import java.util.BitSet;

/**
 * Finds the blocks of a header's loop: the header, and every block that reaches one of the latches
 * without passing the header. A block may reach a latch over ordinary and exception edges. So a
 * block belongs to the loop even if only an exception, caught inside the loop, leads from the block
 * to the next iteration.
 *
 * <p>If the header doesn't dominate a latch, the search backwards from the latch may leave the loop
 * through a second entry. Therefore the search stops at blocks that dominate the header, such as
 * the header of an outer loop. A block that the search finds belongs to the loop only if the header
 * reaches the block. If the header dominates all latches, these two rules don't change the result.
 */
final class LoopBody {
  private final FlowGraph graph;
  private final BackEdges backEdges;
  private final Dominators dominators;
  private final int[] pending;

  LoopBody(FlowGraph graph, BackEdges backEdges) {
    this.graph = graph;
    this.backEdges = backEdges;
    dominators = backEdges.dominators();
    pending = new int[graph.blockCount()];
  }

  /** Returns the loop's blocks, ascending. */
  int[] of(int header) {
    BitSet reaching = new BitSet();
    reaching.set(header);
    int size = 0;
    boolean natural = true;
    for (int latch : backEdges.latches(header)) {
      natural &= dominators.dominates(header, latch);
      size = add(header, latch, reaching, size);
    }
    while (size > 0) {
      int block = pending[--size];
      for (int from : graph.predecessors(block)) {
        size = add(header, from, reaching, size);
      }
      for (int from : graph.coveredBy(block)) {
        size = add(header, from, reaching, size);
      }
    }
    return ascending(natural ? reaching : reachedFrom(header, reaching));
  }

  /**
   * Returns all latches, and those blocks of the given set that the header reaches without leaving
   * the set.
   */
  private BitSet reachedFrom(int header, BitSet within) {
    BitSet reached = new BitSet();
    reached.set(header);
    pending[0] = header;
    int size = 1;
    while (size > 0) {
      int block = pending[--size];
      for (int[] targets : new int[][] {graph.successors(block), graph.handlersOf(block)}) {
        for (int to : targets) {
          if (within.get(to) && !reached.get(to)) {
            reached.set(to);
            pending[size++] = to;
          }
        }
      }
    }
    // A latch belongs to the loop even if it dominates the header, but then it isn't in the given
    // set. A latch can dominate the header if the header is a handler's entry, and the search for
    // retreating edges reached the header before the latch.
    for (int latch : backEdges.latches(header)) {
      reached.set(latch);
    }
    return reached;
  }

  private static int[] ascending(BitSet blocks) {
    int[] all = new int[blocks.cardinality()];
    int count = 0;
    for (int block = blocks.nextSetBit(0); block >= 0; block = blocks.nextSetBit(block + 1)) {
      all[count++] = block;
    }
    return all;
  }

  private int add(int header, int block, BitSet reaching, int size) {
    if (reaching.get(block) || dominators.dominates(block, header)) {
      return size;
    }
    reaching.set(block);
    pending[size] = block;
    return size + 1;
  }
}
