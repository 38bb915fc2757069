package org.kpathjvm.core.instrument.paths;

import java.util.Set;
import org.kpathjvm.core.instrument.probes.MethodCode;
import org.kpathjvm.core.instrument.probes.MethodPlan;
import org.kpathjvm.core.instrument.probes.Packing;
import org.kpathjvm.core.instrument.probes.PlanRequest;
import org.kpathjvm.core.instrument.probes.PlannedIds;
import org.kpathjvm.core.instrument.probes.RungRejectedException;
import org.kpathjvm.core.instrument.probes.Scheme;

/** Records sequences of paths. An activation may hold its paths back in words. */
public final class PackedSequenceScheme extends PackingScheme {
  /**
   * Creates the scheme.
   *
   * @param packs whether an activation with several paths holds its paths back until they fill a
   *     word, and whether the trips of counted loops are counted
   */
  public PackedSequenceScheme(boolean packs) {
    this(packs, packs);
  }

  private PackedSequenceScheme(boolean packs, boolean countsTrips) {
    super(packs, countsTrips);
  }

  @Override
  public MethodPlan plan(MethodCode code, PlanRequest request) throws RungRejectedException {
    // In a constructor, no handler may cover the call of this() or super(). If an exception left
    // this call, paths that are held back would be lost. Only counters could show the loss, and
    // there are none here.
    boolean isPacked = packs && code.numbering.needsStream() && !code.original.isConstructor();
    PlannedIds ids = request.reservePaths(code, null, Set.of());
    Packing packing = isPacked ? Packing.of(code.numbering.pathCount(), ids.first) : null;
    int base = packing == null ? ids.first : 0;
    RegisterPlan numbers = RegisterPlan.ofOwnNumbers(code, request.rung, ids.first, base);
    if (packing == null) {
      return new SequencePlan(code, request, ids, numbers, 0);
    }
    CountedLoops loops = countsTrips ? CountedLoops.of(code) : CountedLoops.none();
    return new PackedSequencePlan(code, request, ids, numbers, packing, loops);
  }

  @Override
  Scheme with(boolean packing, boolean countingTrips) {
    return new PackedSequenceScheme(packing, countingTrips);
  }

  @Override
  public String toString() {
    return "packed sequences packs=" + packs + " countsTrips=" + countsTrips;
  }
}
