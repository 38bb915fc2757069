package org.kpathjvm.core.instrument.paths;

import org.kpathjvm.core.instrument.exceptions.EscapeRegions;
import org.kpathjvm.core.instrument.probes.Counter;
import org.kpathjvm.core.instrument.probes.MethodCode;
import org.kpathjvm.core.instrument.probes.Packing;
import org.kpathjvm.core.instrument.probes.PlanRequest;
import org.kpathjvm.core.instrument.probes.PlannedIds;
import org.objectweb.asm.tree.InsnList;

/** The plan of the profiler {@code stream} for methods whose paths are recorded in words. */
final class PackedStreamPlan extends PackedPlan {
  private final AbandonedCounts abandoned;

  PackedStreamPlan(
      MethodCode code,
      PlanRequest request,
      PlannedIds ids,
      RegisterPlan numbers,
      Packing packing,
      CountedLoops loops,
      AbandonedCounts abandoned) {
    super(code, request, ids, numbers, packing, loops);
    this.abandoned = abandoned;
  }

  @Override
  protected InsnList atEntry() {
    InsnList probes = abandoned.atEntry(emitter, counters());
    probes.add(super.atEntry());
    return probes;
  }

  @Override
  protected InsnList atDispatch(int handler) {
    return emitter.handler(counters().get(Counter.HANDLERS));
  }

  @Override
  protected void insertAroundInitialisations() {
    abandoned.insertAroundInitialisations(code.original, emitter, counters());
  }

  @Override
  protected EscapeRegions escapes() {
    return abandoned.escapes;
  }

  @Override
  protected InsnList atEscape() {
    return emitter.escape(counters().get(Counter.ESCAPES));
  }
}
