package org.kpathjvm.core.instrument.probes;

import java.util.Map;
import org.objectweb.asm.tree.MethodNode;

/** How a method is recorded: its probes, and what of it is counted under which id. */
public abstract class ProbePlan {
  public final Rung rung;

  /** The method; once {@link #insert} has been called, with its probes. */
  public final MethodNode method;

  /** "counted", "streamed", "edges", "windows" or "entry". */
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

  /** Returns the id of path 0; without paths, that of the first counter. */
  public final int firstId() {
    return ids.first;
  }

  /** Returns the number of paths, recorded or not; 0 if the code wasn't looked at. */
  public final int pathCount() {
    return ids.pathCount;
  }

  /** Returns how many ids paths have, from {@link #firstId} on. */
  public final int pathIdCount() {
    return ids.pathIds;
  }

  /** Returns the ids by counter, in ascending order of both. */
  public final Map<Counter, Integer> counters() {
    return ids.counters;
  }

  /** Returns how many ids from {@link #firstId} on are the method's. */
  public final int idCount() {
    return ids.count();
  }

  /**
   * Returns how many paths an activation may hold back in a word; 0 if each is recorded as it
   * completes.
   */
  public int heldPaths() {
    return 0;
  }

  /** Returns where an activation holds paths back; null if it doesn't. */
  public HeldWord heldWord() {
    return null;
  }

  /** Returns whether an earlier profile gave paths other numbers to be recorded by. */
  public boolean isGuided() {
    return false;
  }

  /**
   * Returns the numbers of the paths whose ids count completions that came behind many of the same
   * path: those of later trips of counted loops.
   */
  public int[] repeatedPaths() {
    return new int[0];
  }
}
