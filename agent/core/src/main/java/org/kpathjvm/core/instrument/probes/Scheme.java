package org.kpathjvm.core.instrument.probes;

/**
 * Defines what a profiler records about a method, and how. For each method, the scheme makes a plan
 * ({@link MethodPlan}). A scheme includes its options, so different options make different schemes.
 * Schemes are immutable, and any number of threads may share a scheme.
 */
public abstract class Scheme {
  /**
   * Plans how a method is recorded, and reserves the ids for it. The method isn't changed.
   *
   * @throws RungRejectedException if the method can't be recorded on the requested rung
   */
  public abstract MethodPlan plan(MethodCode code, PlanRequest request)
      throws RungRejectedException;

  /** Returns whether completed Ball-Larus paths, or k-iteration paths, are recorded. */
  public boolean recordsPaths() {
    return true;
  }

  /** Returns whether paths may also end where loops are entered. */
  public boolean mayCutAtHeaders() {
    return recordsPaths();
  }

  /** Returns whether this scheme can record methods on the given rung. */
  public boolean offers(Rung rung) {
    return recordsPaths() || rung == Rung.FULL || rung == Rung.ENTRY;
  }

  /** Returns whether an earlier profile may influence the plans. */
  public boolean takesGuide() {
    return false;
  }

  /** Returns whether activations may hold paths back in a word. */
  public boolean packs() {
    return false;
  }

  /**
   * Returns the scheme for a rung below the highest one.
   *
   * @param reason why the next higher rung was rejected
   */
  public Scheme below(String reason) {
    return this;
  }

  /**
   * Returns a scheme that inserts less code into a method on the same rung; null if there is no
   * such scheme. If the plan can be used, the smaller scheme must record the same data as this
   * scheme.
   *
   * @param plan this scheme's plan of the method, made without a guide
   * @param reason the reason why the plan can't be used; null if it can be used
   */
  public Scheme smaller(MethodPlan plan, String reason) {
    return null;
  }

  /**
   * Returns a string that identifies the scheme and all of its options. Different schemes have
   * different strings.
   */
  @Override
  public abstract String toString();
}
