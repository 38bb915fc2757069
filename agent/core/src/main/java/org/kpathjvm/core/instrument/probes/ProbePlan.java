package org.kpathjvm.core.instrument.probes;

import java.util.Map;
import org.objectweb.asm.tree.MethodNode;

/** The plan for recording a method: its probes and the meaning of its ids. */
public abstract class ProbePlan {
  public final Rung rung;

  /** The method. It has no probes until {@link #insert} is called. */
  public final MethodNode method;

  /**
   * How the method is recorded, in the words of the metadata: "counted", "streamed", "edges",
   * "callers", "windows" or "entry".
   */
  public final String mode;

  protected final PlannedIds ids;

  /** The entries that the inserted code adds to the constant pool. */
  public final PoolDemand poolDemand = new PoolDemand();

  ProbePlan(Rung rung, MethodNode method, String mode, PlannedIds ids) {
    this.rung = rung;
    this.method = method;
    this.mode = mode;
    this.ids = ids;
  }

  /**
   * Inserts the probes into the method. If the insertion fails, the method must be thrown away.
   *
   * @throws RungRejectedException if the probes don't fit into the method
   */
  public abstract void insert() throws RungRejectedException;

  /** Returns the first of all ids of the method. It is the id of path 0 if paths are recorded. */
  public final int firstId() {
    return ids.first;
  }

  /**
   * Returns the number of the method's paths, whether they are recorded or not; 0 if its code
   * wasn't analysed.
   */
  public final int pathCount() {
    return ids.pathCount;
  }

  /**
   * Returns the number of ids that are reserved for paths, beginning with {@link #firstId}; 0
   * unless Ball-Larus paths or k-iteration paths are recorded.
   */
  public final int pathIdCount() {
    return ids.pathIds;
  }

  /** Returns the ids by counter. The order of the counters is also the order of the ids. */
  public final Map<Counter, Integer> counters() {
    return ids.counters;
  }

  /** Returns the number of all ids of the method. */
  public final int idCount() {
    return ids.count();
  }

  /**
   * Returns the largest number of paths that an activation may hold back, including trips of a
   * counted loop; 0 if each path is recorded when it is complete.
   */
  public int heldPaths() {
    return 0;
  }

  /** Returns where an activation holds paths back; null if it doesn't hold any back. */
  public HeldWord heldWord() {
    return null;
  }

  /** Returns whether an earlier profile determines the numbers of the recorded paths. */
  public boolean isGuided() {
    return false;
  }

  /**
   * Returns the numbers of the paths that are usually completed many times in a row. All trips of a
   * counted loop, except the first one, have such a path.
   */
  public int[] repeatedPaths() {
    return new int[0];
  }
}
