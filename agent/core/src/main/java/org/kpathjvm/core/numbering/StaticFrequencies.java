package org.kpathjvm.core.numbering;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.kpathjvm.core.cfg.BackEdges;
import org.kpathjvm.core.cfg.FlowEdge;
import org.kpathjvm.core.cfg.FlowGraph;
import org.kpathjvm.core.cfg.Loop;
import org.kpathjvm.core.cfg.LoopForest;

/**
 * Estimates, without a profile, how often edges are taken. The heuristics are from Ball and Larus,
 * "Branch prediction for free" (1993), and the probabilities are from Wu and Larus (1994). A branch
 * that can leave its loop stays in the loop with a probability of 0.88. A branch hardly ever leads
 * to a block that throws. Otherwise all targets of a branch are equally likely. A loop's header is
 * executed 1 / (1 - 0.88) times as often as the loop is entered. An activation has the weight
 * {@link #UNIT}, and each handler is entered in one of a thousand activations.
 */
public final class StaticFrequencies implements IncrementPlacement.Weights {
  /** The weight of an edge that is taken once in each activation. */
  public static final long UNIT = 1 << 20;

  private static final double STAYS = .88;
  private static final double TRIPS = 1 / (1 - STAYS);
  private static final double THROWS = .01;
  private static final double HANDLED = .001;

  /**
   * The largest frequency of a block. Blocks in deeply nested loops get this frequency instead of a
   * larger one, so that sums don't overflow.
   */
  private static final double MOST = 1e12;

  private final PathNumbering numbering;
  private final FlowGraph graph;
  private final BackEdges backEdges;
  private final BitSet throwing;

  /** For each block, the innermost loop that contains the block; null if no loop contains it. */
  private final Loop[] innermost;

  private final double[] blocks;
  private final double[] edges;

  private StaticFrequencies(PathNumbering numbering, BackEdges backEdges, BitSet throwing) {
    this.numbering = numbering;
    graph = numbering.graph();
    this.backEdges = backEdges;
    this.throwing = throwing;
    innermost = innermost(graph, LoopForest.of(graph, backEdges));
    blocks = new double[graph.blockCount()];
    edges = new double[graph.edgeCount()];
  }

  /**
   * Estimates a method's frequencies.
   *
   * @param numbering determines at which edges paths end and start
   * @param throwing the blocks that end with an athrow
   */
  public static StaticFrequencies of(
      PathNumbering numbering, BackEdges backEdges, BitSet throwing) {
    StaticFrequencies frequencies = new StaticFrequencies(numbering, backEdges, throwing);
    frequencies.estimate();
    return frequencies;
  }

  @Override
  public long of(Start start) {
    switch (start.kind()) {
      case ENTRY:
        return UNIT;
      case HANDLER:
        return weight(HANDLED);
      default:
        double sum = 0;
        for (int from : graph.predecessors(start.block())) {
          boolean leadsToIt = numbering.startAfterCut(from, start.block()) == start.kind();
          sum += leadsToIt ? edges[graph.edge(from, start.block())] : 0;
        }
        return weight(sum);
    }
  }

  /** Returns the weight of an edge. The edge may be cut. */
  @Override
  public long of(FlowEdge edge) {
    return weight(edges[graph.edge(edge.from(), edge.to())]);
  }

  @Override
  public long of(End end) {
    if (end.kind() == EndKind.EXIT) {
      return weight(blocks[end.block()]);
    }
    double sum = 0;
    for (int to : graph.successors(end.block())) {
      boolean leadsToIt = numbering.cutKind(end.block(), to) == end.kind();
      sum += leadsToIt ? edges[graph.edge(end.block(), to)] : 0;
    }
    return weight(sum);
  }

  private void estimate() {
    int[] order = ReverseTopologicalOrder.of(graph, backEdges::contains);
    for (int at = order.length - 1; at >= 0; at--) {
      int block = order[at];
      double entered = (block == 0 ? 1 : 0) + (graph.isHandler(block) ? HANDLED : 0);
      for (int from : graph.predecessors(block)) {
        entered += backEdges.contains(from, block) ? 0 : edges[graph.edge(from, block)];
      }
      blocks[block] = Math.min(MOST, entered * (backEdges.isHeader(block) ? TRIPS : 1));
      leave(block);
    }
  }

  /** Divides a block's executions among its out-edges. */
  private void leave(int block) {
    int[] targets = graph.successors(block);
    double[] shares = new double[targets.length];
    double sum = 0;
    for (int way = 0; way < targets.length; way++) {
      shares[way] = share(block, targets[way]);
      sum += shares[way];
    }
    int edge = graph.firstEdge(block);
    for (double share : shares) {
      edges[edge++] = blocks[block] * share / sum;
    }
  }

  private double share(int from, int to) {
    if (throwing.get(to)) {
      return THROWS;
    }
    Loop loop = innermost[from];
    return loop == null || loop.contains(to) ? STAYS : 1 - STAYS;
  }

  private static long weight(double frequency) {
    return (long) (frequency * UNIT);
  }

  private static Loop[] innermost(FlowGraph graph, List<Loop> loops) {
    Loop[] innermost = new Loop[graph.blockCount()];
    Loop[] largestFirst = loops.toArray(new Loop[0]);
    Arrays.sort(largestFirst, (one, other) -> other.blocks().length - one.blocks().length);
    for (Loop loop : largestFirst) {
      for (int block : loop.blocks()) {
        innermost[block] = loop;
      }
    }
    return innermost;
  }
}
