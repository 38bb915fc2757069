package org.kpathjvm.core.kiter;

import java.util.Objects;
import java.util.function.IntUnaryOperator;
import org.kpathjvm.core.cfg.BackEdges;
import org.kpathjvm.core.cfg.FlowGraph;

/** How many iterations a method's paths have, of those that were asked for, and why not more. */
public final class MethodIterations {
  /** The most iterations that were asked for of one of its loops that may have several. */
  public final int asked;

  /** The paths; null: they are Ball and Larus's. */
  public final IterationNumbering numbering;

  /** Why there are fewer iterations than asked for: null if there aren't. */
  public final String reason;

  private MethodIterations(int asked, IterationNumbering numbering, String reason) {
    this.asked = asked;
    this.numbering = numbering;
    this.reason = reason;
  }

  /**
   * The most iterations that don't make too many paths.
   *
   * @param byHeader iterations that are asked for, by the loop's header
   * @param limit the most paths
   * @param most iterations that may be tried, for a reason that has to do with the code
   * @param reasonOfMost that reason; null: there is none
   * @return null if no loop may have several iterations, or none was asked to have
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

  /** The most iterations of a path; 1: it ends at each back edge. */
  public int longest() {
    return numbering == null ? 1 : numbering.loops().longest();
  }

  /**
   * Ids that its paths need.
   *
   * @param single the number of its Ball-Larus paths, which have ids too
   */
  public int idCount(int single) {
    return numbering == null ? single : Math.max(numbering.pathCount(), single);
  }
}
