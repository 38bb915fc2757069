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
 * Determines, for all loops of a method, how paths that end at a back edge are extended ("Extending
 * Path Profiling across Loop Backedges and Procedure Boundaries", Tallam, Zhang and Gupta, CGO
 * 2004). An extension begins at a loop's header and continues in the loop's own blocks: those for
 * which this loop is the innermost one. The extension ends with its (k+1)-th predicate, where k is
 * the loop's degree. A predicate is a block with more than one way out, or one of the loop's
 * latches. The extension ends earlier if it reaches a back edge or an inner loop's header, or if
 * control leaves the loop's own blocks in another way.
 */
public final class LoopOverlaps {
  /**
   * The number of bits for an extension's number in the paper's second register, which holds the
   * state of an activation's current extension.
   */
  public static final int NUMBER_BITS = 24;

  /**
   * The upper bound, exclusive, of the numbers of a method's extensions. The largest value that
   * fits into the bits is never used.
   */
  static final int MOST_NUMBERS = (1 << NUMBER_BITS) - 1;

  /**
   * The highest degree. A byte of the paper's second register holds the number of predicates that
   * are left, and the byte's largest value is never used.
   */
  public static final int HIGHEST_DEGREE = 254;

  private final BackEdges backEdges;
  private final List<Loop> loops;
  private final List<OverlappingGraph> graphs = new ArrayList<>();

  /** For each loop, the first number of its extensions. */
  private final int[] firsts;

  /** For each block, the index of the innermost loop around it; -1 if there is none. */
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
   * Finds the overlapping paths of a method's loops.
   *
   * @param degrees maps a loop's header to the loop's degree. Each loop gets an equal share of the
   *     numbers. If a loop's degree makes too many numbers, the loop gets the highest degree whose
   *     numbers fit into its share.
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
        // As in LoopForest, if two loops have equal bodies, the loop with the higher header is the
        // inner one.
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

  /** Returns the loops in the order of the {@link LoopForest}. */
  public List<Loop> loops() {
    return Collections.unmodifiableList(loops);
  }

  /** Returns the overlapping graph of a loop, by the loop's index. */
  public OverlappingGraph graph(int loop) {
    return graphs.get(loop);
  }

  /**
   * Returns the first number of a loop's extensions. An extension's number is this number plus the
   * number that the extension has in the loop's graph.
   */
  public int first(int loop) {
    return firsts[loop];
  }

  /**
   * Returns the index of the loop in which a path that ends at an edge is extended; -1 if the edge
   * isn't a back edge.
   */
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
   * Returns the value that an edge adds to the number of an extension that has passed at most k
   * predicates; -1 if no probe is needed on the edge. An extension that has already passed k+1
   * predicates is complete and ends on the edge.
   */
  public int step(int from, int to) {
    OverlappingGraph graph = innermost[from] < 0 ? null : graphs.get(innermost[from]);
    return graph == null || !graph.isNoted(from, to) ? -1 : graph.value(new FlowEdge(from, to));
  }

  /**
   * Returns whether every extension that is under way ends on the edge; false for a back edge.
   * Extensions end on an edge that leaves the loop's own blocks, and on an edge whose source is the
   * (k+1)-th predicate. So a complete extension is counted immediately, even if an exception
   * follows in the same iteration.
   */
  public boolean isEnd(int from, int to) {
    return innermost[from] >= 0
        && !backEdges.contains(from, to)
        && (!goesOn(from, to) || graphs.get(innermost[from]).endsAt(from));
  }
}
