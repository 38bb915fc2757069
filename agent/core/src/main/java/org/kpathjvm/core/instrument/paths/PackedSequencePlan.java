package org.kpathjvm.core.instrument.paths;

import org.kpathjvm.core.instrument.exceptions.EscapeRegions;
import org.kpathjvm.core.instrument.probes.MethodCode;
import org.kpathjvm.core.instrument.probes.Packing;
import org.kpathjvm.core.instrument.probes.PlanRequest;
import org.kpathjvm.core.instrument.probes.PlannedIds;
import org.objectweb.asm.tree.InsnList;

/**
 * Records the same sequences as {@link SequencePlan}, but in words of packed paths. If an exception
 * ended an activation whose word hadn't been written, no counter would show that the word was lost.
 * So the probe {@code close} is called for every exception that ends a sequence. If the probe fails
 * because the stack overflows, the field {@code lost} of the probes' class is set.
 */
final class PackedSequencePlan extends PackedPlan {
  PackedSequencePlan(
      MethodCode code,
      PlanRequest request,
      PlannedIds ids,
      RegisterPlan numbers,
      Packing packing,
      CountedLoops loops) {
    super(code, request, ids, numbers, packing, loops);
  }

  @Override
  protected InsnList atDispatch(int handler) {
    InsnList probes = emitter.close();
    probes.add(emitter.newSequence());
    return probes;
  }

  @Override
  protected InsnList atFailedDispatch(int handler) {
    InsnList probes = emitter.lose();
    probes.add(emitter.newSequence());
    return probes;
  }

  @Override
  protected EscapeRegions escapes() {
    return EscapeRegions.ofWholeMethod(code.original);
  }

  @Override
  protected InsnList atEscape() {
    return emitter.close();
  }

  @Override
  protected InsnList atFailedEscape() {
    return emitter.lose();
  }
}
