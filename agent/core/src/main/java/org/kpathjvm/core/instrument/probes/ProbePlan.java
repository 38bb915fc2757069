package org.kpathjvm.core.instrument.probes;

import java.util.Map;
import org.objectweb.asm.tree.MethodNode;

/** Tells how a method is recorded: which probes it gets, and what is counted under which id. */
public abstract class ProbePlan {
  public final Rung rung;

  /** The method. It has its probes once {@link #insert} has been called. */
  public final MethodNode method;

  /** "counted", "streamed", "edges", "callers", "windows" or "entry". */
  public final String mode;

  protected final PlannedIds ids;

  /** What the inserted code adds to the constant pool. */
  public final PoolDemand poolDemand = new PoolDemand();

  ProbePlan(Rung rung, MethodNode method, String mode, PlannedIds ids) {
    this.rung = rung;
    this.method = method;
    this.mode = mode;
    this.ids = ids;
  }

  /**
   * Inserts the probes into the method, which must be thrown away if this fails.
   *
   * @throws RungRejectedException if the probes have no room in it
   */
  public abstract void insert() throws RungRejectedException;

  /** Returns the id of path 0; the id of the first counter if paths aren't recorded. */
  public final int firstId() {
    return ids.first;
  }

  /** Returns the number of paths, recorded or not; 0 if the code wasn't looked at. */
  public final int pathCount() {
    return ids.pathCount;
  }

  /** Returns the number of ids that are reserved for paths, from {@link #firstId} on. */
  public final int pathIdCount() {
    return ids.pathIds;
  }

  /** Returns the ids by counter; both ascend. */
  public final Map<Counter, Integer> counters() {
    return ids.counters;
  }

  /** Returns the number of all ids of the method, from {@link #firstId} on. */
  public final int idCount() {
    return ids.count();
  }

  /**
   * Returns the largest number of paths that an activation may hold back, trips of a counted loop
   * included; 0 if each path is recorded as it completes.
   */
  public int heldPaths() {
    return 0;
  }

  /** Returns where an activation holds paths back; null if it doesn't. */
  public HeldWord heldWord() {
    return null;
  }

  /** Returns whether an earlier profile gave the paths other numbers to be recorded by. */
  public boolean isGuided() {
    return false;
  }

  /**
   * Returns the numbers of the paths whose ids count completions that followed many completions of
   * the same path. They are the paths of later trips of counted loops.
   */
  public int[] repeatedPaths() {
    return new int[0];
  }
}
