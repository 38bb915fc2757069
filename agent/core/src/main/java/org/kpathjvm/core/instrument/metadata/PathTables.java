package org.kpathjvm.core.instrument.metadata;

import org.kpathjvm.core.cfg.FlowEdge;
import org.kpathjvm.core.cfg.FlowGraph;
import org.kpathjvm.core.cfg.Loop;
import org.kpathjvm.core.cfg.LoopForest;
import org.kpathjvm.core.instrument.classfile.SourceMap;
import org.kpathjvm.core.instrument.lines.MarkedLines;
import org.kpathjvm.core.instrument.probes.MethodPlan;
import org.kpathjvm.core.instrument.windows.WindowCode;
import org.kpathjvm.core.numbering.End;
import org.kpathjvm.core.numbering.HotNumbering;
import org.kpathjvm.core.numbering.PathNumbering;
import org.kpathjvm.core.numbering.Start;
import org.kpathjvm.core.structural.GraphStart;
import org.kpathjvm.core.structural.Step;
import org.kpathjvm.core.structural.StructureGraph;
import org.kpathjvm.runtime.json.JsonWriter;

/**
 * Blocks, path values, loops, decisions and lines of other files of a method, as members of its
 * metadata.
 */
final class PathTables {
  private static final String[] TABLES = {
    "blocks", "edges", "starts", "ends", "athrows", "loops", "cuts", "decisions", "mapped"
  };

  private final MethodPlan plan;
  private final SourceMap sourceMap;
  private final MarkedLines lines;

  /**
   * @param sourceMap of its class
   * @param lines where they are written to
   */
  PathTables(MethodPlan plan, SourceMap sourceMap, MarkedLines lines) {
    this.plan = plan;
    this.sourceMap = sourceMap;
    this.lines = lines;
  }

  void write(JsonWriter json) {
    json.put("irreducible", plan.backEdges.irreducible());
    writeBlocks(json);
    writePaths(json);
    if (plan.hot != null) {
      writeHot(plan.hot, json);
    }
    if (plan.windows != null) {
      writeGraphs(plan.windows, json);
    } else if (plan.edgeCounters != null) {
      plan.edgeCounters.write(lines, json);
    } else {
      plan.selfLoops.writeCounted(lines, json);
    }
    writeLoops(json);
    if (plan.overlaps != null) {
      new OverlapTable(plan.overlaps).write(json);
    }
    if (plan.calls != null) {
      new CallTable(plan.calls).write(json);
    }
    if (plan.iterations != null) {
      new IterationTable(plan).write(json);
    }
    new Decisions(plan).write(json);
    writeMapped(json);
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
      json.endArray().value(plan.blocks.instructionCount(block)).endArray();
    }
    json.endArray();
  }

  private void writePaths(JsonWriter json) {
    PathNumbering numbering = plan.numbering;
    FlowGraph graph = numbering.graph();
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
    plan.blocks.athrows().stream().forEach(json::value);
    json.endArray();
  }

  /** The structure graphs, whose paths have ids one graph behind the other. */
  private void writeGraphs(WindowCode windows, JsonWriter json) {
    json.name("graphs").beginArray();
    for (StructureGraph graph : windows.forest().graphs()) {
      json.beginObject().put("header", graph.header()).put("parent", graph.parent());
      json.put("paths", graph.pathCount()).name("starts").beginArray();
      for (GraphStart start : graph.starts()) {
        json.beginArray().value(start.kind().label()).value(start.block());
        json.value(start.node()).value(start.value()).endArray();
      }
      json.endArray().name("steps").beginArray();
      for (int node : graph.nodes()) {
        for (Step step : graph.steps(node)) {
          json.beginArray().value(node).value(step.kind().label());
          json.value(step.target()).value(step.value()).endArray();
        }
      }
      json.endArray().endObject();
    }
    json.endArray();
  }

  /** What paths are recorded by, in the order of the tables: numbers that aren't theirs. */
  private void writeHot(HotNumbering hot, JsonWriter json) {
    PathNumbering numbering = plan.numbering;
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

  /** The lines that are not those of the class's own file. */
  private void writeMapped(JsonWriter json) {
    json.name("mapped").beginArray();
    for (int line : plan.code.lines.distinct()) {
      SourceMap.Place place = sourceMap.at(line);
      if (place != null) {
        json.beginArray().value(line).value(place.file).value(place.packageName);
        json.value(place.line).value(place.call).endArray();
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
