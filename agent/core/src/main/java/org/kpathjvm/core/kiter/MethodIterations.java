package org.kpathjvm.core.kiter;

import java.util.Objects;
import java.util.function.IntUnaryOperator;
import org.kpathjvm.core.cfg.BackEdges;
import org.kpathjvm.core.cfg.FlowGraph;

/**
 * Tells how many of the requested iterations a method's paths have, and why they don't have more.
 */
public final class MethodIterations {
  /**
   * The largest number of iterations that was requested for any of the method's loops that may have
   * several.
   */
  public final int asked;

  /** The numbering of the paths; null if the paths are Ball and Larus's. */
  public final IterationNumbering numbering;

  /** The reason why there are fewer iterations than were asked for; null if there aren't. */
  public final String reason;

  private MethodIterations(int asked, IterationNumbering numbering, String reason) {
    this.asked = asked;
    this.numbering = numbering;
    this.reason = reason;
  }

  /**
   * Finds the largest number of iterations that doesn't make too many paths.
   *
   * @param byHeader the number of iterations that are asked for, by the loop's header
   * @param limit the largest number of paths
   * @param most the largest number of iterations that may be tried, for a reason that has to do
   *     with the code
   * @param reasonOfMost that reason; null if there is none
   * @return null if no loop can have several iterations, or if none was asked to have several
   */
  public static MethodIterations of(
      FlowGraph graph,
      BackEdges backEdges,
      IntUnaryOperator byHeader,
      int limit,
      int most,
      String reasonOfMost) {
    int asked = IteratedLoops.of(graph, backEdges, byHeader).longest();
    if (asked == 1) {
      return null;
    }
    IterationNumbering numbering =
        most < 2
            ? null
            : IterationNumbering.longest(
                graph, backEdges, header -> Math.min(most, byHeader.applyAsInt(header)), limit);
    int longest = numbering == null ? 1 : numbering.loops().longest();
    String reason = null;
    if (longest < Math.min(asked, most)) {
      reason = "too-many-paths: more than " + limit + " with " + (longest + 1) + " iterations";
    } else if (longest < asked) {
      reason = Objects.requireNonNull(reasonOfMost);
    }
    return new MethodIterations(asked, numbering, reason);
  }

  /** Returns the largest number of iterations of a path; 1 if paths end at each back edge. */
  public int longest() {
    return numbering == null ? 1 : numbering.loops().longest();
  }

  /**
   * Returns the number of ids that the method's paths need.
   *
   * @param single the number of the method's Ball-Larus paths, for which the ids must suffice as
   *     well
   */
  public int idCount(int single) {
    return numbering == null ? single : Math.max(numbering.pathCount(), single);
  }
}
