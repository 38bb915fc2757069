package org.kpathjvm.core.edges;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.kpathjvm.core.cfg.FlowEdge;
import org.kpathjvm.core.cfg.FlowGraph;
import org.kpathjvm.core.numbering.IncrementPlacement.Weights;
import org.kpathjvm.core.numbering.SpanningTree;

/**
 * Chooses the edges that are counted, much as Ball and Larus do. The counters are on the chords of
 * a maximum spanning tree of the blocks, so that frequent edges need no counter. The counts of the
 * tree's edges follow from the law of flow: control enters a block as often as it leaves the block.
 * In Java this law doesn't hold if an exception leaves a block half-way or an activation is still
 * running. Therefore the tree has no node for the method's outside, and entries, dispatches and
 * exits are counted. Entries plus dispatches minus exits is the number of times that control
 * entered a block and didn't leave it by an edge or exit. If that number is 0, the law of flow
 * holds for each block.
 *
 * <p>An exit needs no counter if no edge leads to its block, because no edge's count then depends
 * on the count of the exit.
 */
public final class ChordEdges {
  private ChordEdges() {}

  /**
   * Returns the counted edges: first the chords, then the dispatches, and finally the exits. The
   * chords ascend by source. The chords of one source are in the order of its successors.
   *
   * @param weights how often edges are expected to be taken
   */
  public static CountedEdges of(FlowGraph graph, Weights weights) {
    List<FlowEdge> heaviestFirst = new ArrayList<>();
    Map<FlowEdge, Long> weightOf = new HashMap<>();
    for (int from = 0; from < graph.blockCount(); from++) {
      for (int to : graph.successors(from)) {
        FlowEdge edge = new FlowEdge(from, to);
        heaviestFirst.add(edge);
        weightOf.put(edge, weights.of(edge));
      }
    }
    List<FlowEdge> all = List.copyOf(heaviestFirst);
    heaviestFirst.sort(Comparator.comparing(weightOf::get, Comparator.reverseOrder()));
    CountedEdges chords = new CountedEdges();
    SpanningTree tree = new SpanningTree(graph.blockCount());
    for (FlowEdge edge : heaviestFirst) {
      if (!tree.join(edge.from(), edge.to(), 0)) {
        chords.add(edge.from(), edge.to());
      }
    }
    CountedEdges counted = new CountedEdges();
    for (FlowEdge edge : all) {
      if (chords.contains(edge.from(), edge.to())) {
        counted.add(edge.from(), edge.to());
      }
    }
    counted.addHandlers(graph);
    for (int block = 0; block < graph.blockCount(); block++) {
      if (graph.isExit(block) && graph.predecessors(block).length > 0) {
        counted.add(block, CountedEdges.OUTSIDE);
      }
    }
    return counted;
  }
}
