package org.kpathjvm.core.instrument;

import java.util.Map;
import org.kpathjvm.core.cfg.FlowEdge;
import org.kpathjvm.core.cfg.FlowGraph;
import org.kpathjvm.core.cfg.Loop;
import org.kpathjvm.core.cfg.LoopForest;
import org.kpathjvm.core.numbering.End;
import org.kpathjvm.core.numbering.PathNumbering;
import org.kpathjvm.core.numbering.Start;
import org.objectweb.asm.Opcodes;

/**
 * An instrumented method: what a reader needs to know of it to turn ids into blocks and source
 * lines.
 */
public final class MethodRecord {
  private final ClassRecord owner;
  private final MethodPlan plan;
  private final int originalBytes;
  private final int instrumentedBytes;

  MethodRecord(ClassRecord owner, MethodPlan plan, int originalBytes, int instrumentedBytes) {
    this.owner = owner;
    this.plan = plan;
    this.originalBytes = originalBytes;
    this.instrumentedBytes = instrumentedBytes;
  }

  /** Internal name. */
  public String className() {
    return owner.className;
  }

  public String name() {
    return plan.code.method.name;
  }

  public String descriptor() {
    return plan.code.method.desc;
  }

  /** "counted" or "streamed". */
  public String mode() {
    return plan.streamed ? "streamed" : "counted";
  }

  /** The id of path 0. */
  public int firstId() {
    return plan.firstId;
  }

  public int pathCount() {
    return plan.numbering.pathCount();
  }

  /** Bytes of code as they were read. */
  public int originalBytes() {
    return originalBytes;
  }

  /** Bytes of code with the probes. */
  public int instrumentedBytes() {
    return instrumentedBytes;
  }

  MethodPlan plan() {
    return plan;
  }

  /**
   * One line of methods.jsonl, without its line feed, for a class that was transformed for the
   * first time.
   */
  public String toJson() {
    return toJson(0);
  }

  /**
   * One line of methods.jsonl, without its line feed.
   *
   * @param version how often the method's class had been transformed before
   */
  public String toJson(int version) {
    JsonWriter json = new JsonWriter().beginObject();
    json.name("kind").value("method").name("class").value(className());
    json.name("name").value(name()).name("descriptor").value(descriptor());
    json.name("access").value(plan.code.method.access & 0xffff);
    json.name("loader").value(owner.loaderName).name("digest").value(owner.digest);
    json.name("source").value(owner.sourceFile).name("mode").value(mode());
    json.name("first_id")
        .value(firstId())
        .name("paths")
        .value(pathCount())
        .name("version")
        .value(version);
    json.name("counters").beginObject();
    for (Map.Entry<Counter, Integer> counter : plan.counters().entrySet()) {
      json.name(counter.getKey().label()).value(counter.getValue());
    }
    json.endObject();
    json.name("irreducible")
        .value(plan.backEdges.irreducible())
        .name("cut")
        .value(owner.cut.label());
    writeBlocks(json);
    writePaths(json);
    writeLoops(json);
    json.name("bytes").value(originalBytes).name("instrumented_bytes").value(instrumentedBytes);
    return json.endObject().toString();
  }

  private void writeBlocks(JsonWriter json) {
    json.name("blocks").beginArray();
    for (int block = 0; block < plan.blocks.count(); block++) {
      int first = plan.code.offset(plan.blocks.first(block));
      int last = plan.code.offset(plan.blocks.last(block));
      json.beginArray().value(first).value(last).beginArray();
      for (int[] line : plan.code.lines.within(first, last)) {
        json.values(line);
      }
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
    for (Loop loop : LoopForest.of(plan.graph, plan.backEdges).loops()) {
      json.beginObject().name("header").value(loop.header());
      json.name("latches").values(loop.latches()).name("blocks").values(loop.blocks());
      json.name("parent").value(loop.parent()).endObject();
    }
    json.endArray().name("cuts").beginArray();
    for (FlowEdge cut : plan.numbering.extraCuts()) {
      json.values(cut.from(), cut.to());
    }
    json.endArray();
  }
}
