package org.kpathjvm.core.kiter;

import java.util.Objects;
import java.util.function.IntUnaryOperator;
import org.kpathjvm.core.cfg.BackEdges;
import org.kpathjvm.core.cfg.FlowGraph;

/**
 * The number of iterations that a method's paths may have, and the reason if this number is lower
 * than requested.
 */
public final class MethodIterations {
  /**
   * The largest number of iterations that was requested for a loop whose paths may have several
   * iterations.
   */
  public final int asked;

  /** The numbering of the paths; null if they are Ball-Larus paths. */
  public final IterationNumbering numbering;

  /** The reason why there are fewer iterations than requested; null if there aren't fewer. */
  public final String reason;

  private MethodIterations(int asked, IterationNumbering numbering, String reason) {
    this.asked = asked;
    this.numbering = numbering;
    this.reason = reason;
  }

  /**
   * Finds the largest number of iterations that doesn't make too many paths.
   *
   * @param byHeader maps a loop's header to the number of iterations that is requested for the loop
   * @param limit the largest number of paths
   * @param most the largest number of iterations that is tried
   * @param reasonOfMost the reason if {@code most} is below a requested number; null otherwise
   * @return the iterations; null unless several iterations were requested for at least one loop
   *     whose paths may have them
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
   * Returns the number of ids to reserve for the method's paths.
   *
   * @param single the number of the method's Ball-Larus paths; there must also be enough ids for
   *     them
   */
  public int idCount(int single) {
    return numbering == null ? single : Math.max(numbering.pathCount(), single);
  }
}
