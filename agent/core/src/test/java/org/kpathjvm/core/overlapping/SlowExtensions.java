package org.kpathjvm.core.overlapping;

import java.util.ArrayList;
import java.util.List;
import org.kpathjvm.core.cfg.BackEdges;
import org.kpathjvm.core.cfg.FlowGraph;
import org.kpathjvm.core.cfg.Loop;
import org.kpathjvm.core.cfg.LoopForest;

/** Enumerates the extensions of a loop's paths directly from their definition. */
final class SlowExtensions {
  private final FlowGraph graph;
  private final BackEdges backEdges;
  private final List<Loop> loops;
  private final Loop loop;
  private final int degree;
  final List<List<Integer>> all = new ArrayList<>();

  SlowExtensions(FlowGraph graph, BackEdges backEdges, int loop, int degree) {
    this.graph = graph;
    this.backEdges = backEdges;
    this.loops = LoopForest.of(graph, backEdges);
    this.loop = loops.get(loop);
    this.degree = degree;
    go(List.of(this.loop.header()));
  }

  private void go(List<Integer> blocks) {
    int last = blocks.get(blocks.size() - 1);
    if (blocks.stream().filter(this::isPredicate).count() > degree) {
      all.add(blocks);
      return;
    }
    boolean ends = false;
    for (int to : graph.successors(last)) {
      if (backEdges.contains(last, to) || !isOwn(last) || !isOwn(to)) {
        ends = true;
      } else {
        List<Integer> longer = new ArrayList<>(blocks);
        longer.add(to);
        go(longer);
      }
    }
    if (ends || graph.isExit(last)) {
      all.add(blocks);
    }
  }

  private boolean isPredicate(int block) {
    return graph.successors(block).length > 1
        || graph.isExit(block) && graph.successors(block).length == 1
        || backEdges.contains(block, loop.header());
  }

  /**
   * Returns whether the loop contains the block and no smaller loop does. Of two loops with equally
   * many blocks, the one with the greater header counts as smaller.
   */
  private boolean isOwn(int block) {
    return loop.contains(block)
        && loops.stream()
            .filter(other -> other.contains(block))
            .noneMatch(
                other ->
                    other.blocks().length < loop.blocks().length
                        || other.blocks().length == loop.blocks().length
                            && other.header() > loop.header());
  }
}
