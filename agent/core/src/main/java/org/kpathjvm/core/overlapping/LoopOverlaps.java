package org.kpathjvm.core.overlapping;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.IntUnaryOperator;
import org.kpathjvm.core.cfg.BackEdges;
import org.kpathjvm.core.cfg.FlowEdge;
import org.kpathjvm.core.cfg.FlowGraph;
import org.kpathjvm.core.cfg.Loop;
import org.kpathjvm.core.cfg.LoopForest;

/**
 * How paths that end at a back edge are extended, in all loops of a method. An extension begins at
 * the header and goes on in blocks of which this loop is the innermost one: the next back edge, an
 * inner loop's header and any other way out of these blocks end it.
 */
public final class LoopOverlaps {
  /** Bits of an extension's number in the register. */
  public static final int NUMBER_BITS = 24;

  /** Most numbers of a method's extensions: the highest that the bits hold is never one. */
  static final int MOST_NUMBERS = (1 << NUMBER_BITS) - 1;

  /** Highest degree: what is left of it has a byte in the register, and no byte has the highest. */
  public static final int HIGHEST_DEGREE = 254;

  private final BackEdges backEdges;
  private final List<Loop> loops;
  private final List<OverlappingGraph> graphs = new ArrayList<>();

  /** By loop, the first of its extensions' numbers. */
  private final int[] firsts;

  /** By block, the index of the innermost loop around it, or -1. */
  private final int[] innermost;

  private LoopOverlaps(FlowGraph graph, BackEdges backEdges, IntUnaryOperator degrees) {
    this.backEdges = backEdges;
    loops = LoopForest.of(graph, backEdges);
    innermost = innermost(graph, loops);
    firsts = new int[loops.size()];
    int next = 0;
    for (int loop = 0; loop < loops.size(); loop++) {
      int header = loops.get(loop).header();
      graphs.add(fitting(graph, header, region(graph, loop), degrees.applyAsInt(header)));
      firsts[loop] = next;
      next += (int) graphs.get(loop).span();
    }
  }

  /**
   * Overlapping paths of a method's loops.
   *
   * @param degrees by header; where there would be too many numbers, each loop having the same
   *     share of them, the degree is the highest below it with fewer
   */
  public static LoopOverlaps of(FlowGraph graph, BackEdges backEdges, IntUnaryOperator degrees) {
    return new LoopOverlaps(graph, backEdges, degrees);
  }

  private static int[] innermost(FlowGraph graph, List<Loop> loops) {
    int[] innermost = new int[graph.blockCount()];
    Arrays.fill(innermost, -1);
    for (int loop = 0; loop < loops.size(); loop++) {
      int size = loops.get(loop).blocks().length;
      for (int block : loops.get(loop).blocks()) {
        int known = innermost[block];
        // Of two with equal bodies, that of the higher header is the inner one, as in the forest.
        if (known < 0 || size <= loops.get(known).blocks().length) {
          innermost[block] = loop;
        }
      }
    }
    return innermost;
  }

  private Region region(FlowGraph graph, int loop) {
    int header = loops.get(loop).header();
    return new Region() {
      @Override
      public boolean isInside(int from, int to) {
        return innermost[from] == loop && goesOn(from, to);
      }

      @Override
      public boolean isPredicate(int block) {
        return graph.successors(block).length + (graph.isExit(block) ? 1 : 0) > 1
            || backEdges.contains(block, header);
      }
    };
  }

  private OverlappingGraph fitting(FlowGraph graph, int root, Region region, int degree) {
    for (int lower = Math.min(degree, HIGHEST_DEGREE); ; lower--) {
      OverlappingGraph overlapping = new OverlappingGraph(graph, root, region, lower);
      if (lower == 0 || overlapping.span() <= MOST_NUMBERS / loops.size()) {
        return overlapping;
      }
    }
  }

  private boolean goesOn(int from, int to) {
    return innermost[from] == innermost[to] && !backEdges.contains(from, to);
  }

  /** The loops, as in the {@link LoopForest}. */
  public List<Loop> loops() {
    return Collections.unmodifiableList(loops);
  }

  /** The overlapping graph of a loop, by its index. */
  public OverlappingGraph graph(int loop) {
    return graphs.get(loop);
  }

  /** The number of a loop's extension is that of its graph and this. */
  public int first(int loop) {
    return firsts[loop];
  }

  /** The loop in which a path is extended that ends at that edge; -1: it is no back edge. */
  public int loopAt(int from, int to) {
    if (!backEdges.contains(from, to)) {
      return -1;
    }
    for (int loop = 0; loop < loops.size(); loop++) {
      if (loops.get(loop).header() == to) {
        return loop;
      }
    }
    throw new IllegalStateException("no loop has the header " + to);
  }

  /**
   * What an edge adds to an extension that has passed no more than k predicates; -1: nothing. One
   * that has passed k+1 of them by then is whole and ends on the edge.
   */
  public int step(int from, int to) {
    OverlappingGraph graph = innermost[from] < 0 ? null : graphs.get(innermost[from]);
    return graph == null || !graph.isNoted(from, to) ? -1 : graph.value(new FlowEdge(from, to));
  }

  /**
   * Whether every extension that is under way ends on the edge, which is no back edge: it leaves
   * the loop's own blocks, or comes out of a block that is the (k+1)-th predicate. So an extension
   * that is whole is counted at once, whatever happens in the rest of the iteration.
   */
  public boolean isEnd(int from, int to) {
    return innermost[from] >= 0
        && !backEdges.contains(from, to)
        && (!goesOn(from, to) || graphs.get(innermost[from]).endsAt(from));
  }
}
