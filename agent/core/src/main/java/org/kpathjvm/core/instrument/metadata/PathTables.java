package org.kpathjvm.core.instrument.metadata;

import java.util.List;
import org.kpathjvm.core.cfg.FlowEdge;
import org.kpathjvm.core.cfg.FlowGraph;
import org.kpathjvm.core.cfg.Loop;
import org.kpathjvm.core.cfg.LoopForest;
import org.kpathjvm.core.instrument.classfile.SourceMap;
import org.kpathjvm.core.instrument.code.CodeDigest;
import org.kpathjvm.core.instrument.lines.MarkedLines;
import org.kpathjvm.core.instrument.probes.MethodPlan;
import org.kpathjvm.core.numbering.End;
import org.kpathjvm.core.numbering.PathNumbering;
import org.kpathjvm.core.numbering.Start;
import org.kpathjvm.runtime.json.JsonWriter;

/**
 * Writes the members of a method's metadata that describe the method's blocks, path values, loops,
 * decisions and lines. The member {@code tables} is written only for a method that has tables of
 * labels ({@link LabelTables}).
 */
final class PathTables {
  private static final String[] TABLES = {
    "blocks", "edges", "starts", "ends", "athrows", "loops", "cuts", "decisions", "mapped"
  };

  private final MethodPlan plan;
  private final String className;
  private final SourceMap sourceMap;
  private final List<String> constants;
  private final MarkedLines lines;

  /**
   * Prepares to write.
   *
   * @param className the internal name of the method's class
   * @param constants the names of the enum's constants; empty if the method's class isn't an enum
   */
  PathTables(
      MethodPlan plan,
      String className,
      SourceMap sourceMap,
      List<String> constants,
      MarkedLines lines) {
    this.plan = plan;
    this.className = className;
    this.sourceMap = sourceMap;
    this.constants = constants;
    this.lines = lines;
  }

  void write(JsonWriter json) {
    json.put("irreducible", plan.code.backEdges.irreducible());
    writeBlocks(json);
    writePaths(json);
    Decisions decisions = new Decisions(plan);
    writeLoops(decisions, json);
    plan.writeTables(json, lines);
    decisions.write(json);
    LabelTables.write(plan.code.original, constants, json);
    writeMapped(json);
  }

  /**
   * Writes empty members for a method that is recorded without paths and whose code wasn't
   * analysed.
   */
  static void writeNone(JsonWriter json) {
    json.put("irreducible", false);
    for (String table : TABLES) {
      json.name(table).beginArray().endArray();
    }
  }

  private void writeBlocks(JsonWriter json) {
    json.name("blocks").beginArray();
    // The digests show whether a branch leads to the same code in two versions of the method. A
    // method with only one block has no branches.
    boolean hasDigests = plan.code.blocks.count() > 1;
    for (int block = 0; block < plan.code.blocks.count(); block++) {
      int begin = plan.code.blocks.first(block);
      int end = plan.code.blocks.last(block);
      int first = plan.code.original.offset(begin);
      int last = plan.code.original.offset(end);
      json.beginArray().value(first).value(last).beginArray();
      plan.code.original.lines.writeWithin(first, last, json);
      json.endArray().value(plan.code.blocks.instructionCount(block));
      if (hasDigests) {
        json.value(CodeDigest.ofBlock(className, plan.code.original, begin, end));
      }
      json.endArray();
    }
    json.endArray();
  }

  private void writePaths(JsonWriter json) {
    PathNumbering numbering = plan.code.numbering;
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
    plan.code.blocks.athrows().stream().forEach(json::value);
    json.endArray();
  }

  /**
   * Writes the line numbers that stand for lines of other source files, or for other lines of the
   * class's own source file.
   */
  private void writeMapped(JsonWriter json) {
    json.name("mapped").beginArray();
    for (int line : plan.code.original.lines.distinct()) {
      SourceMap.Place place = sourceMap.at(line);
      if (place != null) {
        json.beginArray().value(line).value(place.file).value(place.packageName);
        json.value(place.line).value(place.call).endArray();
      }
    }
    json.endArray();
  }

  private void writeLoops(Decisions decisions, JsonWriter json) {
    json.name("loops").beginArray();
    WaitingLoops waiting = new WaitingLoops(plan.code);
    AssignedTests assigned = new AssignedTests(plan, decisions);
    for (Loop loop : LoopForest.of(plan.code.graph, plan.code.backEdges)) {
      json.beginObject().put("header", loop.header());
      json.name("latches").values(loop.latches()).name("blocks").values(loop.blocks());
      json.put("parent", loop.parent());
      String wait = waiting.waitOf(loop);
      if (!wait.equals(WaitingLoops.NOTHING)) {
        json.put("waits", wait);
      }
      int[] tests = assigned.in(loop);
      if (tests.length > 0) {
        json.name("assigned").values(tests);
      }
      json.endObject();
    }
    json.endArray().name("cuts").beginArray();
    for (FlowEdge cut : plan.code.numbering.extraCuts()) {
      json.values(cut.from(), cut.to());
    }
    json.endArray();
  }
}
