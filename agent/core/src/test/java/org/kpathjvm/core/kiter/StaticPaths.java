package org.kpathjvm.core.kiter;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.kpathjvm.core.cfg.BackEdges;
import org.kpathjvm.core.cfg.FlowGraph;
import org.kpathjvm.core.numbering.StartKind;

/**
 * Enumerates all k-iteration paths of a graph by Definition 1, and the rules after it, in section 2
 * of Roy and Srikant's "Profiling k-Iteration Paths".
 */
final class StaticPaths {
  private final FlowGraph graph;
  private final BackEdges backEdges;
  private final IteratedLoops loops;
  private final int limit;
  private final Set<String> paths = new TreeSet<>();

  private StaticPaths(FlowGraph graph, BackEdges backEdges, IteratedLoops loops, int limit) {
    this.graph = graph;
    this.backEdges = backEdges;
    this.loops = loops;
    this.limit = limit;
  }

  /**
   * Returns the paths in {@link IterationDecoder}'s form; null if the number of paths exceeds the
   * limit.
   */
  static Set<String> of(FlowGraph graph, BackEdges backEdges, IteratedLoops loops, int limit) {
    StaticPaths all = new StaticPaths(graph, backEdges, loops, limit);
    all.from(StartKind.ENTRY, 0);
    for (int block = 0; block < graph.blockCount(); block++) {
      if (backEdges.isHeader(block)) {
        all.from(StartKind.LOOP, block);
      }
      if (graph.isHandler(block)) {
        all.from(StartKind.HANDLER, block);
      }
    }
    return all.paths.size() > limit ? null : all.paths;
  }

  private void from(StartKind kind, int block) {
    walk(kind, new ArrayList<>(List.of(block)), 1);
  }

  /**
   * Continues a path. A path that started after a loop's back edge may leave the loop only in the
   * path's last iteration.
   */
  private void walk(StartKind kind, List<Integer> walked, int iteration) {
    if (paths.size() > limit) {
      return;
    }
    int first = walked.get(0);
    int block = walked.get(walked.size() - 1);
    int all = loops.iterations(block);
    boolean mustStay = kind == StartKind.LOOP && loops.areTogether(block, first) && iteration < all;
    if (graph.isExit(block) && !mustStay) {
      add(kind, walked, "exit");
    }
    for (int to : graph.successors(block)) {
      boolean stays = loops.areTogether(block, to);
      if (mustStay && !stays) {
        continue;
      }
      boolean back = backEdges.contains(block, to);
      if (back && (!stays || iteration == all)) {
        add(kind, walked, "loop " + to);
        continue;
      }
      walked.add(to);
      walk(kind, walked, stays ? iteration + (back ? 1 : 0) : 1);
      walked.remove(walked.size() - 1);
    }
  }

  private void add(StartKind kind, List<Integer> walked, String end) {
    StringBuilder path = new StringBuilder(kind.label());
    walked.forEach(block -> path.append(' ').append(block));
    paths.add(path.append(' ').append(end).toString());
  }
}
