package org.kpathjvm.core.instrument.hotness;

import java.util.ArrayList;
import java.util.List;
import org.kpathjvm.core.cfg.FlowEdge;
import org.kpathjvm.core.instrument.lines.MarkedLines;
import org.kpathjvm.core.instrument.probes.Counter;
import org.kpathjvm.core.instrument.probes.EdgeCode;
import org.kpathjvm.core.instrument.probes.MethodCode;
import org.kpathjvm.core.instrument.probes.MethodPlan;
import org.kpathjvm.core.instrument.probes.PlanRequest;
import org.kpathjvm.core.instrument.probes.PlannedIds;
import org.kpathjvm.core.instrument.probes.ProbeEmitter;
import org.kpathjvm.core.instrument.probes.ProbeLocals;
import org.kpathjvm.runtime.json.JsonWriter;
import org.objectweb.asm.tree.InsnList;

/** Counts a method's entries, its back edges and its dispatches to handlers. */
final class HotnessPlan extends MethodPlan {
  private final ProbeEmitter emitter;
  private final HotEdges hot;
  private final int firstId;

  HotnessPlan(MethodCode code, PlanRequest request, PlannedIds ids, HotEdges hot) {
    super(
        request.rung,
        code,
        "edges",
        ids,
        new ProbeLocals(code.original.method.maxLocals, false, false, false));
    this.hot = hot;
    emitter = new ProbeEmitter(request.probesClass, locals, null, poolDemand);
    firstId = ids.firstOfMore();
  }

  @Override
  protected int probeStack() {
    return ProbeEmitter.COUNTED_STACK;
  }

  @Override
  public EdgeCode edges() {
    return new EdgeCode() {
      @Override
      public boolean isNeeded(int from, int to) {
        return hot.contains(from, to);
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
        return emitter.count(firstId + hot.place(from, to));
      }
    };
  }

  @Override
  protected InsnList atEntry() {
    return emitter.count(counters().get(Counter.ENTRIES));
  }

  @Override
  protected InsnList atExit(int block) {
    return new InsnList();
  }

  @Override
  protected boolean isNeededAt(int handler) {
    return true;
  }

  @Override
  protected InsnList atDispatch(int handler) {
    return emitter.count(firstId + hot.place(HotEdges.OUTSIDE, handler));
  }

  @Override
  protected InsnList atFailedDispatch(int handler) {
    return emitter.lose();
  }

  @Override
  protected InsnList startAt(int handler) {
    return new InsnList();
  }

  /** Writes edges as the edge profilers do: [source, target, id of the counter or 0]. */
  @Override
  public void writeTables(JsonWriter json, MarkedLines lines) {
    json.name("edge_counters").beginArray();
    for (FlowEdge edge : edgesOf(code)) {
      json.beginArray().value(edge.from()).value(edge.to());
      int place = hot.place(edge.from(), edge.to());
      if (place < 0) {
        json.value(0);
      } else {
        lines.id(json, firstId + place);
      }
      json.endArray();
    }
    json.endArray();
  }

  private static List<FlowEdge> edgesOf(MethodCode code) {
    List<FlowEdge> edges = new ArrayList<>();
    for (int from = 0; from < code.graph.blockCount(); from++) {
      for (int to : code.graph.successors(from)) {
        edges.add(new FlowEdge(from, to));
      }
    }
    for (int block = 0; block < code.graph.blockCount(); block++) {
      if (code.graph.isHandler(block)) {
        edges.add(new FlowEdge(HotEdges.OUTSIDE, block));
      }
    }
    return edges;
  }
}
