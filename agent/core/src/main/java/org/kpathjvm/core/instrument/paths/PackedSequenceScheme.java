package org.kpathjvm.core.instrument.paths;

import java.util.Set;
import org.kpathjvm.core.instrument.probes.MethodCode;
import org.kpathjvm.core.instrument.probes.MethodPlan;
import org.kpathjvm.core.instrument.probes.Packing;
import org.kpathjvm.core.instrument.probes.PlanRequest;
import org.kpathjvm.core.instrument.probes.PlannedIds;
import org.kpathjvm.core.instrument.probes.RungRejectedException;
import org.kpathjvm.core.instrument.probes.Scheme;

/** Sequences of paths, which activations hold back in words where they may have several. */
public final class PackedSequenceScheme extends Scheme {
  private final boolean packs;
  private final boolean countsTrips;

  /**
   * Makes the scheme.
   *
   * @param packs whether an activation with several paths holds back as many as fit a word
   */
  public PackedSequenceScheme(boolean packs) {
    this(packs, packs);
  }

  private PackedSequenceScheme(boolean packs, boolean countsTrips) {
    this.packs = packs;
    this.countsTrips = countsTrips;
  }

  @Override
  public MethodPlan plan(MethodCode code, PlanRequest request) throws RungRejectedException {
    // Only counters tell what a probe misses, and there are none: so it must miss nothing.
    boolean isPacked = packs && code.numbering.needsStream() && !code.original.isConstructor();
    int count = code.numbering.pathCount();
    PlannedIds ids = request.reserve(count, count, Set.of(), 0, "its " + count + " paths");
    Packing packing = isPacked ? Packing.of(count, ids.first) : null;
    int base = packing == null ? ids.first : 0;
    RegisterPlan numbers = RegisterPlan.ofOwnNumbers(code, request.rung, ids.first, base);
    if (packing == null) {
      return new SequencePlan(code, request, ids, numbers, 0);
    }
    CountedLoops loops = countsTrips ? CountedLoops.of(code) : CountedLoops.none();
    return new PackedSequencePlan(code, request, ids, numbers, packing, loops);
  }

  @Override
  public boolean packs() {
    return true;
  }

  @Override
  public Scheme smaller(MethodPlan plan, String reason) {
    if (plan.repeatedPaths().length > 0) {
      return new PackedSequenceScheme(true, false);
    }
    return plan.heldPaths() > 0 ? new PackedSequenceScheme(false) : null;
  }

  @Override
  public String toString() {
    return "packed sequences packs=" + packs + " countsTrips=" + countsTrips;
  }
}
