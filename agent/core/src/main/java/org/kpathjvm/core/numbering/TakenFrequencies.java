package org.kpathjvm.core.numbering;

import java.util.Collection;
import org.kpathjvm.core.cfg.FlowEdge;
import org.kpathjvm.core.cfg.FlowGraph;

/**
 * Determines how often an earlier run took the edges, starts and ends of a method's numbering. If
 * several cut edges of a block share one end, each of these edges gets an equal share of the paths
 * that end there.
 */
public final class TakenFrequencies implements IncrementPlacement.Weights {
  private final PathNumbering numbering;
  private final StepWeights steps;

  /**
   * Creates the frequencies.
   *
   * @param taken paths that the earlier run took; all of them must exist in the numbering
   */
  public TakenFrequencies(PathNumbering numbering, Collection<TakenPath> taken) {
    this.numbering = numbering;
    steps = new StepWeights(numbering.graph(), taken);
  }

  @Override
  public long of(Start start) {
    return steps.of(start);
  }

  /** Returns the weight of an edge. The edge may be cut. */
  @Override
  public long of(FlowEdge edge) {
    FlowGraph graph = numbering.graph();
    EndKind cut = numbering.cutKind(edge.from(), edge.to());
    if (cut == null) {
      return steps.ofEdge(graph.edge(edge.from(), edge.to()));
    }
    int alike = 0;
    for (int to : graph.successors(edge.from())) {
      alike += numbering.cutKind(edge.from(), to) == cut ? 1 : 0;
    }
    return steps.ofEnd(cut, edge.from()) / alike;
  }

  @Override
  public long of(End end) {
    return steps.ofEnd(end.kind(), end.block());
  }
}
