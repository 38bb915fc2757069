package org.kpathjvm.core.overlapping;

import org.kpathjvm.core.cfg.BackEdges;
import org.kpathjvm.core.cfg.FlowGraph;

/**
 * The region of extensions across calls. Such an extension is the beginning of a callee's first
 * path, or, after the call, the beginning of the rest of the caller's path. These extensions end no
 * later than at the first back edge or at the method's exit. Predicates are the blocks with more
 * than one successor, the exit blocks and the source blocks of back edges.
 */
final class PathRegion implements Region {
  private final FlowGraph graph;
  private final BackEdges backEdges;

  private PathRegion(FlowGraph graph, BackEdges backEdges) {
    this.graph = graph;
    this.backEdges = backEdges;
  }

  static PathRegion of(FlowGraph graph, BackEdges backEdges) {
    return new PathRegion(graph, backEdges);
  }

  @Override
  public boolean isInside(int from, int to) {
    return !backEdges.contains(from, to);
  }

  @Override
  public boolean isPredicate(int block) {
    if (graph.successors(block).length > 1 || graph.isExit(block)) {
      return true;
    }
    for (int to : graph.successors(block)) {
      if (backEdges.contains(block, to)) {
        return true;
      }
    }
    return false;
  }
}
