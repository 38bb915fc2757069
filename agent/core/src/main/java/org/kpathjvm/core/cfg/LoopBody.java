package org.kpathjvm.core.cfg;

import java.util.Arrays;
import java.util.BitSet;

/**
 * The blocks of the loop of a header: the header, and what reaches one of its latches without passing it, over
 * ordinary and exception edges, as for dominance. So a block that goes on to the next iteration only by an
 * exception, caught inside the loop, belongs to it.
 *
 * <p>If a back edge to the header is a retreating one, the way back from the latch may leave through a second
 * entry. Therefore only blocks count that the header reaches in turn, without the back edges (by dominance) of
 * other loops: those of an outer loop would reach everything around.
 */
final class LoopBody {
  private final FlowGraph graph;
  private final BackEdges backEdges;
  private final BitSet body = new BitSet();
  private final int[] pending;
  private int size;

  LoopBody(FlowGraph graph, BackEdges backEdges) {
    this.graph = graph;
    this.backEdges = backEdges;
    pending = new int[graph.blockCount()];
  }

  /** The loop's blocks, ascending. */
  int[] of(int header) {
    body.clear();
    body.set(header);
    boolean retreating = false;
    for (int latch : backEdges.latches(header)) {
      retreating |= backEdges.isRetreating(latch, header);
      add(latch);
    }
    while (size > 0) {
      int block = pending[--size];
      addAll(graph.predecessors(block));
      addAll(graph.coveredBy(block));
    }
    return (retreating ? reachedFrom(header) : body).stream().toArray();
  }

  private BitSet reachedFrom(int header) {
    // What lies on a way from the header to a block of the body is in the body as well.
    BitSet reaching = (BitSet) body.clone();
    body.clear();
    add(header);
    while (size > 0) {
      int block = pending[--size];
      addAll(
          Arrays.stream(graph.successors(block))
              .filter(to -> reaching.get(to) && !byDominance(block, to))
              .toArray());
      addAll(Arrays.stream(graph.handlersOf(block)).filter(reaching::get).toArray());
    }
    return body;
  }

  private boolean byDominance(int from, int to) {
    return backEdges.contains(from, to) && !backEdges.isRetreating(from, to);
  }

  private void addAll(int[] blocks) {
    for (int block : blocks) {
      add(block);
    }
  }

  private void add(int block) {
    if (!body.get(block)) {
      body.set(block);
      pending[size++] = block;
    }
  }
}
