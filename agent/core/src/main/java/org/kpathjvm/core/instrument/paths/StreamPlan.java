package org.kpathjvm.core.instrument.paths;

import org.kpathjvm.core.instrument.exceptions.EscapeRegions;
import org.kpathjvm.core.instrument.probes.Counter;
import org.kpathjvm.core.instrument.probes.MethodCode;
import org.kpathjvm.core.instrument.probes.PlanRequest;
import org.kpathjvm.core.instrument.probes.PlannedIds;
import org.kpathjvm.core.numbering.PathValue;
import org.objectweb.asm.tree.InsnList;

/**
 * The plan of the profiler {@code stream} for methods whose paths aren't packed. If every
 * activation has exactly one path, the paths are only counted.
 */
final class StreamPlan extends SequencePlan {
  private final AbandonedCounts abandoned;

  StreamPlan(
      MethodCode code,
      PlanRequest request,
      PlannedIds ids,
      RegisterPlan numbers,
      AbandonedCounts abandoned) {
    super(code, request, ids, numbers, 0);
    this.abandoned = abandoned;
  }

  @Override
  protected InsnList isLast(PathValue path, int block) {
    return streamed ? super.isLast(path, block) : emitter.count(path);
  }

  @Override
  protected InsnList beforeThrow() {
    // The path that ends with the athrow has been recorded, so the handler that runs next must not
    // find a sequence to close.
    return streamed ? emitter.newActivation() : new InsnList();
  }

  @Override
  protected InsnList atEntry() {
    InsnList probes = abandoned.atEntry(emitter, counters());
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
  protected void insertAroundInitialisations() {
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
