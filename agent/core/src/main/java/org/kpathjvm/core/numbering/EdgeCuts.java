package org.kpathjvm.core.numbering;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.kpathjvm.core.cfg.BackEdges;
import org.kpathjvm.core.cfg.FlowGraph;

/**
 * Determines which edges are cut, and computes NumPaths of each block: the number of paths from the
 * block to an end over uncut edges. Back edges are cut edges here, too.
 *
 * <p>The number of paths is limited, just as Ball and Larus remove edges from a node with more than
 * 100,000,000 paths. Blocks are visited in reverse topological order. If a block has more than
 * {@code maxPaths} paths, its uncut out-edges are cut one after the other until at most {@code
 * keptPaths} paths remain, or until all edges are cut. The edge whose target has the largest
 * NumPaths is cut first. If several targets have the same NumPaths, the edge with the lowest target
 * is cut first. All edges of a block that are cut in this way share one end, so together they add
 * only one path.
 *
 * <p>If {@code keptPaths} equals {@code maxPaths}, as few of a block's edges as possible are cut.
 * But then each block in a series of branches gets a cut. If {@code keptPaths} is small, all edges
 * with many paths are cut at one block, and the blocks before it need no cuts. So fewer probes are
 * needed.
 */
final class EdgeCuts {
  private final FlowGraph graph;
  private final BackEdges backEdges;
  private final CutMode mode;
  private final int maxPaths;
  private final int keptPaths;

  /**
   * NumPaths of each block. When a block is done, its NumPaths is at most the larger of maxPaths
   * and 3, because a block has at most 3 ends. Before edges are cut, a block's sum is below 2^31
   * times 65,535, because no switch has 65,535 targets. So a long can't overflow.
   */
  private final long[] pathsFrom;

  /** The kind of each ordinary edge's cut, by the edge's index; null as long as no edge is cut. */
  private EndKind[] kinds;

  private EdgeCuts(
      FlowGraph graph, BackEdges backEdges, CutMode mode, int maxPaths, int keptPaths) {
    this.graph = graph;
    this.backEdges = backEdges;
    this.mode = mode;
    this.maxPaths = maxPaths;
    this.keptPaths = keptPaths;
    pathsFrom = new long[graph.blockCount()];
  }

  static EdgeCuts of(
      FlowGraph graph, BackEdges backEdges, CutMode mode, int maxPaths, int keptPaths) {
    if (maxPaths < 1) {
      throw new IllegalArgumentException("maxPaths is " + maxPaths + ", but must be at least 1");
    }
    if (keptPaths < 1 || keptPaths > maxPaths) {
      throw new IllegalArgumentException("keptPaths is " + keptPaths + ", not in 1.." + maxPaths);
    }
    EdgeCuts cuts = new EdgeCuts(graph, backEdges, mode, maxPaths, keptPaths);
    for (int block : ReverseTopologicalOrder.of(graph, cuts::endsLoop)) {
      cuts.count(block);
    }
    return cuts;
  }

  /**
   * Returns the kind of the end that a path reaches when it takes the edge; null if the edge isn't
   * cut.
   */
  EndKind kind(int from, int to) {
    int edge = kinds == null ? -1 : graph.edge(from, to);
    return edge < 0 ? null : kinds[edge];
  }

  boolean areAny() {
    return kinds != null;
  }

  long pathsFrom(int block) {
    return pathsFrom[block];
  }

  /** Returns whether the ordinary edge is cut because of a loop. */
  private boolean endsLoop(int from, int to) {
    return backEdges.isHeader(to) && (mode == CutMode.LOOP_HEADER || backEdges.contains(from, to));
  }

  private void count(int block) {
    long paths = graph.isExit(block) ? 1 : 0;
    boolean loopEnd = false;
    for (int to : graph.successors(block)) {
      if (endsLoop(block, to)) {
        cut(block, to, EndKind.LOOP);
        loopEnd = true;
      } else {
        paths += pathsFrom[to];
      }
    }
    paths += loopEnd ? 1 : 0;
    pathsFrom[block] = paths > maxPaths ? cutForNumber(block, paths) : paths;
  }

  private void cut(int from, int to, EndKind kind) {
    if (kinds == null) {
      kinds = new EndKind[graph.edgeCount()];
    }
    kinds[graph.edge(from, to)] = kind;
  }

  private long cutForNumber(int block, long paths) {
    List<Integer> uncut = new ArrayList<>();
    for (int to : graph.successors(block)) {
      if (kind(block, to) == null) {
        uncut.add(to);
      }
    }
    uncut.sort(Comparator.comparingLong((Integer to) -> -pathsFrom[to]).thenComparing(to -> to));
    long left = paths;
    for (int place = 0; place < uncut.size() && left > keptPaths; place++) {
      int to = uncut.get(place);
      cut(block, to, EndKind.CUT);
      left += (place == 0 ? 1 : 0) - pathsFrom[to];
    }
    return left;
  }
}
