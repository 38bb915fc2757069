package org.kpathjvm.core.instrument.edges;

import java.util.EnumSet;
import org.kpathjvm.core.edges.BranchEdges;
import org.kpathjvm.core.edges.ChordEdges;
import org.kpathjvm.core.edges.CountedEdges;
import org.kpathjvm.core.instrument.probes.Counter;
import org.kpathjvm.core.instrument.probes.MethodCode;
import org.kpathjvm.core.instrument.probes.MethodPlan;
import org.kpathjvm.core.instrument.probes.PlanRequest;
import org.kpathjvm.core.instrument.probes.PlannedIds;
import org.kpathjvm.core.instrument.probes.RungRejectedException;
import org.kpathjvm.core.instrument.probes.Scheme;

/**
 * Counts a method's entries and some of its edges, by the probe {@code count(I)V}. The counts of
 * the method's other edges can be derived from these counts.
 */
public final class EdgeScheme extends Scheme {
  private final boolean onChords;

  private EdgeScheme(boolean onChords) {
    this.onChords = onChords;
  }

  /**
   * Returns the scheme that counts the edges that {@link BranchEdges} chooses: above all, the edges
   * out of branches. The counts that are derived for other edges are exact only if no exception
   * leaves a block half-way.
   */
  public static EdgeScheme ofBranches() {
    return new EdgeScheme(false);
  }

  /**
   * Returns the scheme that counts the chords of a spanning tree. The tree contains the frequent
   * edges, so they need no counters. Dispatches and most exits are counted, too.
   */
  public static EdgeScheme onChords() {
    return new EdgeScheme(true);
  }

  @Override
  public MethodPlan plan(MethodCode code, PlanRequest request) throws RungRejectedException {
    CountedEdges counted =
        onChords
            ? ChordEdges.of(code.graph, code.frequencies(request.taken(code)))
            : BranchEdges.of(code.graph);
    PlannedIds ids =
        request.reserve(
            code.numbering.pathCount(),
            0,
            EnumSet.of(Counter.ENTRIES),
            counted.size(),
            "its " + counted.size() + " counted edges");
    return new EdgePlan(code, request, ids, counted);
  }

  @Override
  public boolean recordsPaths() {
    return false;
  }

  @Override
  public boolean takesGuide() {
    return onChords;
  }

  @Override
  public String toString() {
    return onChords ? "edges on chords" : "edges of branches";
  }
}
