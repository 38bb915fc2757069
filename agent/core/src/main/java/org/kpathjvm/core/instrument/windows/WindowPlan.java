package org.kpathjvm.core.instrument.windows;

import org.kpathjvm.core.instrument.lines.MarkedLines;
import org.kpathjvm.core.instrument.probes.EdgeCode;
import org.kpathjvm.core.instrument.probes.MethodCode;
import org.kpathjvm.core.instrument.probes.MethodPlan;
import org.kpathjvm.core.instrument.probes.PlanRequest;
import org.kpathjvm.core.instrument.probes.PlannedIds;
import org.kpathjvm.core.instrument.probes.ProbeEmitter;
import org.kpathjvm.core.instrument.probes.ProbeLocals;
import org.kpathjvm.core.structural.GraphStart;
import org.kpathjvm.core.structural.Step;
import org.kpathjvm.core.structural.StructureForest;
import org.kpathjvm.core.structural.StructureGraph;
import org.kpathjvm.runtime.json.JsonWriter;
import org.objectweb.asm.tree.InsnList;

/** The plan of a method whose structure graphs' paths are counted in path windows. */
public final class WindowPlan extends MethodPlan {
  private final WindowCode windows;

  WindowPlan(MethodCode code, PlanRequest request, PlannedIds ids, StructureForest forest) {
    super(request.rung, code, "windows", ids, locals(code, forest));
    ProbeEmitter emitter = new ProbeEmitter(request.probesClass, locals, null, poolDemand);
    windows = new WindowCode(forest, ids.first, locals.firstInt(), emitter);
  }

  private static ProbeLocals locals(MethodCode code, StructureForest forest) {
    int own = code.original.method.maxLocals;
    return new ProbeLocals(own, false, false, false).withInts(forest.graphs().size());
  }

  /** Returns the code that records the paths of the structure graphs. */
  public WindowCode windows() {
    return windows;
  }

  @Override
  protected int probeStack() {
    return WindowCode.STACK;
  }

  @Override
  public EdgeCode edges() {
    return windows;
  }

  @Override
  protected InsnList atEntry() {
    return windows.atEntry();
  }

  @Override
  protected InsnList atExit(int block) {
    return windows.atExit(block);
  }

  @Override
  protected boolean isNeededAt(int handler) {
    return true;
  }

  @Override
  protected InsnList atDispatch(int handler) {
    return windows.atHandler(handler);
  }

  @Override
  protected InsnList atFailedDispatch(int handler) {
    return windows.atUnrecordedHandler(handler);
  }

  @Override
  protected InsnList startAt(int handler) {
    return new InsnList();
  }

  /**
   * Writes the structure graphs. The ids of a graph's paths follow directly after the ids of the
   * previous graph's paths.
   */
  @Override
  public void writeTables(JsonWriter json, MarkedLines lines) {
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
}
