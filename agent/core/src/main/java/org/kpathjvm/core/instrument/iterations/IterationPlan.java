package org.kpathjvm.core.instrument.iterations;

import org.kpathjvm.core.instrument.lines.MarkedLines;
import org.kpathjvm.core.instrument.probes.Counter;
import org.kpathjvm.core.instrument.probes.EdgeCode;
import org.kpathjvm.core.instrument.probes.MethodCode;
import org.kpathjvm.core.instrument.probes.MethodPlan;
import org.kpathjvm.core.instrument.probes.PlanRequest;
import org.kpathjvm.core.instrument.probes.PlannedIds;
import org.kpathjvm.core.instrument.probes.ProbeEmitter;
import org.kpathjvm.core.instrument.probes.ProbeLocals;
import org.kpathjvm.core.kiter.MethodIterations;
import org.kpathjvm.core.numbering.StartKind;
import org.kpathjvm.runtime.json.JsonWriter;
import org.objectweb.asm.tree.InsnList;

/** The plan of a method that has k-iteration paths. It counts these paths. */
public final class IterationPlan extends MethodPlan {
  private final MethodIterations iterations;
  private final IterationCode paths;

  IterationPlan(
      MethodCode code,
      PlanRequest request,
      PlannedIds ids,
      MethodIterations iterations,
      boolean hashed) {
    super(
        request.rung,
        code,
        code.numbering.needsStream() ? "streamed" : "counted",
        ids,
        new ProbeLocals(code.original.method.maxLocals, false, false, false)
            .withInts(IterationCode.locals(iterations.numbering)));
    this.iterations = iterations;
    ProbeEmitter emitter = new ProbeEmitter(request.probesClass, locals, null, poolDemand);
    paths =
        new IterationCode(
            code.graph,
            iterations.numbering,
            ids.first,
            counters().get(Counter.FIRST_BACK_EDGES),
            locals.firstInt(),
            hashed,
            emitter);
  }

  /** Returns how many iterations the paths have, and why they don't have more. */
  public MethodIterations iterations() {
    return iterations;
  }

  int longest() {
    return iterations.longest();
  }

  @Override
  protected int probeStack() {
    return IterationCode.STACK;
  }

  @Override
  public EdgeCode edges() {
    return paths;
  }

  @Override
  protected InsnList atEntry() {
    return paths.atEntry();
  }

  @Override
  protected InsnList atExit(int block) {
    return paths.atExit(block);
  }

  @Override
  protected boolean isNeededAt(int handler) {
    return true;
  }

  @Override
  protected InsnList atDispatch(int handler) {
    return new InsnList();
  }

  @Override
  protected InsnList startAt(int handler) {
    return paths.atStart(StartKind.HANDLER, handler);
  }

  @Override
  public void writeTables(JsonWriter json, MarkedLines lines) {
    IterationTable.write(code.graph, iterations, json);
  }
}
