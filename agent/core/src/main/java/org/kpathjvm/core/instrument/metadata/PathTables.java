package org.kpathjvm.core.instrument.metadata;

import org.kpathjvm.core.cfg.FlowEdge;
import org.kpathjvm.core.cfg.FlowGraph;
import org.kpathjvm.core.cfg.Loop;
import org.kpathjvm.core.cfg.LoopForest;
import org.kpathjvm.core.instrument.lines.MarkedLines;
import org.kpathjvm.core.instrument.probes.BranchCounters;
import org.kpathjvm.core.instrument.probes.MethodPlan;
import org.kpathjvm.core.numbering.End;
import org.kpathjvm.core.numbering.PathNumbering;
import org.kpathjvm.core.numbering.Start;
import org.kpathjvm.runtime.json.JsonWriter;
import org.objectweb.asm.Opcodes;

/** Blocks, path values and loops of a method, as members of its metadata. */
final class PathTables {
  private static final String[] TABLES = {
    "blocks", "edges", "starts", "ends", "athrows", "loops", "cuts"
  };

  private final MethodPlan plan;
  private final MarkedLines lines;

  /**
   * @param lines where they are written to
   */
  PathTables(MethodPlan plan, MarkedLines lines) {
    this.plan = plan;
    this.lines = lines;
  }

  void write(JsonWriter json) {
    json.put("irreducible", plan.backEdges.irreducible());
    writeBlocks(json);
    if (plan.probes.recordsPaths()) {
      writePaths(json);
    } else {
      ((BranchCounters) plan.edges).write(lines, json);
    }
    writeLoops(json);
  }

  /** The members of a method without paths: its code wasn't looked at. */
  static void writeNone(JsonWriter json) {
    json.put("irreducible", false);
    for (String table : TABLES) {
      json.name(table).beginArray().endArray();
    }
  }

  private void writeBlocks(JsonWriter json) {
    json.name("blocks").beginArray();
    for (int block = 0; block < plan.blocks.count(); block++) {
      int first = plan.code.offset(plan.blocks.first(block));
      int last = plan.code.offset(plan.blocks.last(block));
      json.beginArray().value(first).value(last).beginArray();
      plan.code.lines.writeWithin(first, last, json);
      json.endArray().endArray();
    }
    json.endArray();
  }

  private void writePaths(JsonWriter json) {
    FlowGraph graph = plan.graph;
    PathNumbering numbering = plan.numbering;
    json.name("edges").beginArray();
    for (int from = 0; from < graph.blockCount(); from++) {
      for (int to : graph.successors(from)) {
        if (numbering.cutKind(from, to) == null) {
          json.values(from, to, numbering.edgeValue(from, to));
        }
      }
    }
    json.endArray().name("starts").beginArray();
    for (Start start : numbering.starts()) {
      json.beginArray()
          .value(start.kind().label())
          .value(start.block())
          .value(start.value())
          .endArray();
    }
    json.endArray().name("ends").beginArray();
    for (End end : numbering.ends()) {
      json.beginArray().value(end.kind().label()).value(end.block()).value(end.value()).endArray();
    }
    json.endArray().name("athrows").beginArray();
    for (int block = 0; block < graph.blockCount(); block++) {
      if (plan.blocks.lastInstruction(block).getOpcode() == Opcodes.ATHROW) {
        json.value(block);
      }
    }
    json.endArray();
  }

  private void writeLoops(JsonWriter json) {
    json.name("loops").beginArray();
    for (Loop loop : LoopForest.of(plan.graph, plan.backEdges)) {
      json.beginObject().put("header", loop.header());
      json.name("latches").values(loop.latches()).name("blocks").values(loop.blocks());
      json.put("parent", loop.parent()).endObject();
    }
    json.endArray().name("cuts").beginArray();
    for (FlowEdge cut : plan.numbering.extraCuts()) {
      json.values(cut.from(), cut.to());
    }
    json.endArray();
  }
}
