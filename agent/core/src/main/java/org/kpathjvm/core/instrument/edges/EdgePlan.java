package org.kpathjvm.core.instrument.edges;

import org.kpathjvm.core.edges.CountedEdges;
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

/** The plan that counts a method's entries and some of its edges. */
public final class EdgePlan extends MethodPlan {
  private final ProbeEmitter emitter;
  private final EdgeCounters counters;

  EdgePlan(MethodCode code, PlanRequest request, PlannedIds ids, CountedEdges counted) {
    super(
        request.rung,
        code,
        "edges",
        ids,
        new ProbeLocals(code.original.method.maxLocals, false, false, false));
    emitter = new ProbeEmitter(request.probesClass, locals, null, poolDemand);
    counters =
        new EdgeCounters(
            code.graph, counted, emitter, ids.firstOfMore(), !code.original.usesMonitors());
  }

  @Override
  protected int probeStack() {
    return code.numbering.needsStream() ? ProbeEmitter.STREAMED_STACK : ProbeEmitter.COUNTED_STACK;
  }

  @Override
  public EdgeCode edges() {
    return counters;
  }

  @Override
  protected InsnList atEntry() {
    return emitter.count(counters().get(Counter.ENTRIES));
  }

  @Override
  protected InsnList atExit(int block) {
    return counters.countsExits(block) ? counters.atExit(block) : new InsnList();
  }

  @Override
  protected boolean isNeededAt(int handler) {
    return counters.countsDispatches(handler);
  }

  @Override
  protected InsnList atDispatch(int handler) {
    return counters.countsDispatches(handler) ? counters.atHandler(handler) : new InsnList();
  }

  @Override
  protected InsnList atFailedDispatch(int handler) {
    return counters.countsDispatches(handler) ? emitter.lose() : new InsnList();
  }

  @Override
  protected InsnList startAt(int handler) {
    return new InsnList();
  }

  @Override
  public void writeTables(JsonWriter json, MarkedLines lines) {
    counters.write(lines, json);
  }
}
