package org.kpathjvm.core.instrument.probes;

/**
 * What a profiler records of a method, and how: the one object that the instrumenter asks about a
 * profiler. It makes a plan for each method ({@link MethodPlan}), which knows the ids, the local
 * variables, the probes and the tables. A scheme has its own options; with others it is another
 * scheme. Schemes can't be changed, and any number of threads may use one.
 */
public abstract class Scheme {
  /**
   * Plans how a method is recorded, and reserves the ids for that. The method isn't changed.
   *
   * @throws RungRejectedException if it can't be recorded on the rung that is asked for
   */
  public abstract MethodPlan plan(MethodCode code, PlanRequest request)
      throws RungRejectedException;

  /** Returns whether completed Ball-Larus paths, or k-iteration paths, are recorded. */
  public boolean recordsPaths() {
    return true;
  }

  /** Returns whether paths may end where loops are entered, too. */
  public boolean mayCutAtHeaders() {
    return recordsPaths();
  }

  /** Returns whether that rung is a way of its own to record a method. */
  public boolean offers(Rung rung) {
    return recordsPaths() || rung == Rung.FULL || rung == Rung.ENTRY;
  }

  /** Returns whether an earlier profile makes a difference to the plans. */
  public boolean takesGuide() {
    return false;
  }

  /** Returns whether activations may hold back paths in a word. */
  public boolean packs() {
    return false;
  }

  /**
   * Returns the scheme for the rungs below the highest one.
   *
   * @param reason what was against the rung above
   */
  public Scheme below(String reason) {
    return this;
  }

  /**
   * Returns a scheme that inserts less code into a method on the same rung; null if there is none.
   * If nothing is against the plan, the other scheme must record as much.
   *
   * @param plan this scheme's plan of the method, without its guide
   * @param reason what is against the plan; null if nothing is
   */
  public Scheme smaller(MethodPlan plan, String reason) {
    return null;
  }

  /** Returns all of it as a text: two schemes that differ in anything have different texts. */
  @Override
  public abstract String toString();
}
