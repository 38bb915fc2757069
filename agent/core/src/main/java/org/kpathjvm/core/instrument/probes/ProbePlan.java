package org.kpathjvm.core.instrument.probes;

import java.util.Map;
import org.kpathjvm.core.instrument.options.ProbeSet;
import org.kpathjvm.core.instrument.options.Rung;
import org.kpathjvm.core.kiter.MethodIterations;
import org.kpathjvm.core.numbering.HotNumbering;
import org.kpathjvm.core.numbering.PathNumbering;
import org.objectweb.asm.tree.MethodNode;

/** A method with its probes inserted, and what of it is counted under which id. */
public abstract class ProbePlan {
  public final Rung rung;

  /** The method with its probes. */
  public final MethodNode method;

  /** "counted", "streamed", "edges" or "entry". */
  public final String mode;

  /** The id of path 0; without paths, that of the first counter. */
  public final int firstId;

  /** Number of paths; 0 if the method's code wasn't looked at. */
  public final int pathCount;

  /**
   * Ids that paths have, from {@link #firstId} on: not all of them if numbers are not dense, and
   * none if paths aren't recorded.
   */
  public final int pathIdCount;

  /** Ids by counter, in ascending order of both. */
  public final Map<Counter, Integer> counters;

  /** What the inserted code adds to the constant pool. */
  public final PoolDemand poolDemand = new PoolDemand();

  ProbePlan(
      Rung rung,
      MethodNode method,
      String mode,
      int firstId,
      int pathCount,
      int pathIdCount,
      Map<Counter, Integer> counters) {
    this.rung = rung;
    this.method = method;
    this.mode = mode;
    this.firstId = firstId;
    this.pathCount = pathCount;
    this.pathIdCount = pathIdCount;
    this.counters = counters;
  }

  static int pathIdCount(
      ProbeSet probes, PathNumbering numbering, HotNumbering hot, MethodIterations iterations) {
    if (hot != null) {
      return hot.idCount();
    }
    if (iterations != null) {
      return iterations.idCount(numbering.pathCount());
    }
    return probes.recordsPaths() ? numbering.pathCount() : 0;
  }

  static String mode(ProbeSet probes, PathNumbering numbering) {
    if (probes == ProbeSet.WINDOWS) {
      return "windows";
    }
    return !probes.recordsPaths() ? "edges" : numbering.needsStream() ? "streamed" : "counted";
  }

  /** Ids from {@link #firstId} on that are the method's. */
  public int idCount() {
    return pathIdCount + counters.size();
  }

  /** Paths that an activation may hold back in a word; 0: each is recorded as it completes. */
  public abstract int heldPaths();

  /** Whether paths are recorded by other numbers than their own. */
  public boolean isGuided() {
    return false;
  }

  /** Whether the trips of some loop are counted before their paths are put into the word. */
  public boolean countsTrips() {
    return false;
  }

  /** Numbers of the paths whose ids count completions that came behind many of the same path. */
  public int[] repeatedPaths() {
    return new int[0];
  }

  /** Where it holds them; null if it doesn't. */
  public HeldWord heldWord() {
    return null;
  }
}
