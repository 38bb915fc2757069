package org.kpathjvm.core.instrument.paths;

import org.kpathjvm.core.instrument.probes.MethodPlan;
import org.kpathjvm.core.instrument.probes.Scheme;

/** A scheme in which activations may hold paths back in words and count the trips of loops. */
abstract class PackingScheme extends Scheme {
  final boolean packs;
  final boolean countsTrips;

  /**
   * Creates the scheme.
   *
   * @param packs whether an activation with several paths holds its paths back until they fill a
   *     word
   * @param countsTrips whether the trips of counted loops are counted instead of packed one by one;
   *     ignored if {@code packs} is false
   */
  PackingScheme(boolean packs, boolean countsTrips) {
    this.packs = packs;
    this.countsTrips = packs && countsTrips;
  }

  /** Returns this scheme with other values of the two options. */
  abstract Scheme with(boolean packing, boolean countingTrips);

  @Override
  public boolean packs() {
    return packs;
  }

  @Override
  public Scheme smaller(MethodPlan plan, String reason) {
    if (plan.repeatedPaths().length > 0) {
      return with(true, false);
    }
    return plan.heldPaths() > 0 ? with(false, false) : null;
  }
}
