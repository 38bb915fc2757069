package org.kpathjvm.core.instrument.paths;

import org.kpathjvm.core.instrument.exceptions.EscapeRegions;
import org.kpathjvm.core.instrument.probes.Counter;
import org.kpathjvm.core.instrument.probes.MethodCode;
import org.kpathjvm.core.instrument.probes.PlanRequest;
import org.kpathjvm.core.instrument.probes.PlannedIds;
import org.kpathjvm.core.instrument.probes.ProbeLocals;
import org.kpathjvm.core.numbering.PathValue;
import org.objectweb.asm.tree.InsnList;

/**
 * The stream's plan where each path goes out by itself. A method whose activations have one path
 * each only counts it.
 */
final class StreamPlan extends PathPlan {
  private final boolean streamed;
  private final AbandonedCounts abandoned;

  StreamPlan(
      MethodCode code,
      PlanRequest request,
      PlannedIds ids,
      RegisterPlan numbers,
      AbandonedCounts abandoned) {
    super(code, request, ids, numbers, locals(code, numbers), null);
    this.abandoned = abandoned;
    streamed = code.numbering.needsStream();
  }

  private static ProbeLocals locals(MethodCode code, RegisterPlan numbers) {
    int own = code.original.method.maxLocals;
    return new ProbeLocals(own, code.numbering.needsStream(), false, numbers.register.isUsed());
  }

  @Override
  protected InsnList completes(PathValue path, int from, int to, InsnList next) {
    InsnList probes = emitter.emit(path);
    probes.add(next);
    return probes;
  }

  @Override
  protected InsnList isLast(PathValue path, int block) {
    return streamed ? emitter.exit(path) : emitter.count(path);
  }

  @Override
  protected InsnList beforeThrow() {
    // A handler or the catch-all comes next: there is no sequence left for it to close.
    return streamed ? emitter.newActivation() : new InsnList();
  }

  @Override
  protected InsnList atEntry() {
    InsnList probes = abandoned.atEntry(emitter, counters());
    if (streamed) {
      probes.add(emitter.newActivation());
    }
    probes.add(super.atEntry());
    return probes;
  }

  @Override
  protected boolean isNeededAt(int handler) {
    return true;
  }

  @Override
  protected InsnList atDispatch(int handler) {
    int id = counters().get(Counter.HANDLERS);
    return streamed ? emitter.handler(id) : emitter.count(id);
  }

  @Override
  protected void insertAroundInitialisations(InsnList instructions) {
    abandoned.insertAroundInitialisations(code.original, emitter, counters());
  }

  @Override
  protected EscapeRegions escapes() {
    return abandoned.escapes;
  }

  @Override
  protected InsnList atEscape() {
    int id = counters().get(Counter.ESCAPES);
    return streamed ? emitter.escape(id) : emitter.count(id);
  }
}
