package org.kpathjvm.core.instrument.paths;

import org.kpathjvm.core.instrument.probes.MethodCode;
import org.kpathjvm.core.instrument.probes.PlanRequest;
import org.kpathjvm.core.instrument.probes.PlannedIds;
import org.kpathjvm.core.instrument.probes.ProbeLocals;
import org.kpathjvm.core.numbering.PathValue;
import org.objectweb.asm.tree.InsnList;

/**
 * The plan of Ball and Larus's own profiler. Each completed path is counted separately. The probe
 * is {@code path(I)V}, or {@code hashed(I)V} if the method has too many paths for an array.
 */
public class CountedPathPlan extends PathPlan {
  private final String probe;

  /**
   * Plans a method.
   *
   * @param hashed whether the method's paths are counted in a hash table
   */
  public CountedPathPlan(
      MethodCode code, PlanRequest request, PlannedIds ids, RegisterPlan numbers, boolean hashed) {
    super(code, request, ids, numbers, locals(code, numbers), null);
    probe = hashed ? "hashed" : "path";
  }

  private static ProbeLocals locals(MethodCode code, RegisterPlan numbers) {
    int own = code.original.method.maxLocals;
    return new ProbeLocals(own, false, false, numbers.register.isUsed());
  }

  @Override
  protected InsnList completes(PathValue path, int from, int to, InsnList next) {
    InsnList probes = emitter.withPath(probe, path);
    probes.add(next);
    return probes;
  }

  @Override
  protected InsnList isLast(PathValue path, int block) {
    return emitter.withPath(probe, path);
  }
}
