package org.kpathjvm.core.instrument.probes;

import java.util.LinkedHashMap;
import java.util.Map;
import org.kpathjvm.core.cfg.FlowEdge;
import org.kpathjvm.core.cfg.FlowGraph;
import org.kpathjvm.core.instrument.lines.MarkedLines;
import org.kpathjvm.runtime.json.JsonWriter;
import org.objectweb.asm.tree.InsnList;

/**
 * Edge profiling: a counter for each edge out of a block with several successors. Counters on the
 * chords of a spanning tree would be fewer, but the others' counts follow from them only while what
 * enters a block leaves it over an edge; an exception, which almost any block can throw, would make
 * them wrong, and not by itself alone.
 */
public final class BranchCounters implements EdgeCode {
  private final FlowGraph graph;
  private final ProbeEmitter emitter;
  private final Map<FlowEdge, Integer> ids = new LinkedHashMap<>();

  /**
   * @param firstId the id of the first edge's counter; the others' follow, ascending by source and
   *     in the order of its successors
   */
  BranchCounters(FlowGraph graph, ProbeEmitter emitter, int firstId) {
    this.graph = graph;
    this.emitter = emitter;
    int id = firstId;
    for (int from = 0; from < graph.blockCount(); from++) {
      if (isBranch(graph, from)) {
        for (int to : graph.successors(from)) {
          ids.put(new FlowEdge(from, to), id++);
        }
      }
    }
  }

  /** How many counters a method needs. */
  public static int count(FlowGraph graph) {
    int count = 0;
    for (int from = 0; from < graph.blockCount(); from++) {
      count += isBranch(graph, from) ? graph.successors(from).length : 0;
    }
    return count;
  }

  /** Writes all ordinary edges as [source, target, id of the counter, or 0 if it has none]. */
  public void write(MarkedLines lines, JsonWriter json) {
    json.name("edge_counters").beginArray();
    for (int from = 0; from < graph.blockCount(); from++) {
      for (int to : graph.successors(from)) {
        Integer id = ids.get(new FlowEdge(from, to));
        json.beginArray().value(from).value(to);
        if (id == null) {
          json.value(0);
        } else {
          lines.id(json, id);
        }
        json.endArray();
      }
    }
    json.endArray();
  }

  private static boolean isBranch(FlowGraph graph, int block) {
    return graph.successors(block).length > 1;
  }

  @Override
  public boolean isNeeded(int from, int to) {
    return isBranch(graph, from);
  }

  @Override
  public boolean mayThrow(int from, int to) {
    return true;
  }

  @Override
  public boolean mayStandInTarget(int from, int to) {
    return false;
  }

  @Override
  public InsnList code(int from, int to) {
    return emitter.count(ids.get(new FlowEdge(from, to)));
  }
}
