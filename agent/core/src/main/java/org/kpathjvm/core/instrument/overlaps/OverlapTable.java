package org.kpathjvm.core.instrument.overlaps;

import org.kpathjvm.core.cfg.FlowEdge;
import org.kpathjvm.core.overlapping.LoopOverlaps;
import org.kpathjvm.core.overlapping.OverlappingGraph;
import org.kpathjvm.runtime.json.JsonWriter;

/** Writes the metadata member {@code overlaps}, by which the numbers of extensions are decoded. */
final class OverlapTable {
  private final LoopOverlaps overlaps;

  OverlapTable(LoopOverlaps overlaps) {
    this.overlaps = overlaps;
  }

  /** Writes an object for each loop, in the same order as in the member {@code loops}. */
  void write(JsonWriter json) {
    json.name("overlaps").beginArray();
    for (int loop = 0; loop < overlaps.loops().size(); loop++) {
      OverlappingGraph graph = overlaps.graph(loop);
      json.beginObject().put("first", overlaps.first(loop)).put("root", graph.root());
      json.put("degree", graph.degree());
      json.put("longest", graph.longest()).put("extensions", graph.extensionCount());
      json.name("predicates").values(graph.predicates()).name("ends").values(graph.ends());
      json.name("edges").beginArray();
      for (FlowEdge edge : graph.edges()) {
        json.values(edge.from(), edge.to(), graph.value(edge));
      }
      json.endArray().endObject();
    }
    json.endArray();
  }
}
