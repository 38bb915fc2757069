package org.kpathjvm.core.instrument.probes;

/**
 * Defines what a profiler records about a method, and how. The scheme is the only object that the
 * instrumenter asks about a profiler. It makes a plan for each method ({@link MethodPlan}), which
 * knows the ids, the local variables, the probes and the tables. A scheme includes its options, so
 * two sets of options make two schemes. Schemes are immutable, and any number of threads may share
 * one.
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

  /** Returns whether the scheme records methods on that rung in a way of its own. */
  public boolean offers(Rung rung) {
    return recordsPaths() || rung == Rung.FULL || rung == Rung.ENTRY;
  }

  /** Returns whether an earlier profile changes the plans. */
  public boolean takesGuide() {
    return false;
  }

  /** Returns whether activations may hold paths back in a word. */
  public boolean packs() {
    return false;
  }

  /**
   * Returns the scheme for the rungs below the highest one.
   *
   * @param reason why the rung above was rejected
   */
  public Scheme below(String reason) {
    return this;
  }

  /**
   * Returns a scheme that inserts less code into a method on the same rung; null if there isn't
   * one. If nothing speaks against the plan, the other scheme must record as much.
   *
   * @param plan this scheme's plan of the method, made without its guide
   * @param reason what speaks against the plan; null if nothing does
   */
  public Scheme smaller(MethodPlan plan, String reason) {
    return null;
  }

  /**
   * Returns the scheme with all of its options as a text: two schemes that differ in anything have
   * different texts.
   */
  @Override
  public abstract String toString();
}
