package org.kpathjvm.core.instrument.paths;

import org.kpathjvm.core.cfg.FlowGraph;
import org.kpathjvm.core.instrument.probes.MethodCode;
import org.kpathjvm.core.numbering.End;
import org.kpathjvm.core.numbering.HotNumbering;
import org.kpathjvm.core.numbering.PathNumbering;
import org.kpathjvm.core.numbering.Start;
import org.kpathjvm.runtime.json.JsonWriter;

/**
 * Writes the member {@code hot} of a method's metadata: the {@link HotNumbering}, which gives the
 * recorded paths their numbers. The order of the values is that of the tables of the method's own
 * numbering.
 */
final class HotTable {
  private HotTable() {}

  static void write(MethodCode code, HotNumbering hot, JsonWriter json) {
    PathNumbering numbering = code.numbering;
    FlowGraph graph = numbering.graph();
    json.name("hot").beginObject().put("ids", hot.idCount()).put("paths", hot.hotCount());
    json.name("edges").beginArray();
    for (int from = 0; from < graph.blockCount(); from++) {
      for (int to : graph.successors(from)) {
        if (numbering.cutKind(from, to) == null) {
          json.value(hot.edge(from, to));
        }
      }
    }
    json.endArray().name("starts").beginArray();
    for (Start start : numbering.starts()) {
      json.value(hot.start(start.kind(), start.block()));
    }
    json.endArray().name("ends").beginArray();
    for (End end : numbering.ends()) {
      json.value(hot.end(end.kind(), end.block()));
    }
    json.endArray().endObject();
  }
}
