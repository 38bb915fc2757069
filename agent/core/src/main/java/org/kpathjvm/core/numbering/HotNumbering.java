package org.kpathjvm.core.numbering;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import org.kpathjvm.core.cfg.FlowGraph;

/**
 * A numbering of a method's paths in which frequent paths get small numbers. The paths of an
 * earlier run show which edges are hot.
 *
 * <p>A step is an edge, a start or an end, and each step is either hot or cold. Each step has a hot
 * value and a cold value, and at least one of the two is 0. Let h be the sum of the hot values of a
 * path's steps, and c the sum of their cold values. Then the path's number is {@code h + hotCount *
 * c}. So a step adds {@code hot + hotCount * cold} to the number, and a path without a cold step
 * has a number below {@code hotCount}.
 *
 * <p>The values are computed block by block, from the ends of paths to their starts. Each block has
 * two bounds, H and C: on all paths from the block to an end, h is below H and c is below C. A step
 * has the H and C of the block that it leads to, and an end has 1 for both. The steps out of a
 * block get their values in descending order of their frequency:
 *
 * <ul>
 *   <li>The hot value of a hot step is the sum of the H of the hot steps before it. Ball and Larus
 *       give values in the same way. The cold value is 0.
 *   <li>The cold value of a cold step is the largest C of the hot steps plus the sum of the C of
 *       the cold steps before it. The hot value is 0.
 * </ul>
 *
 * <p>So the bounds of the block are:
 *
 * <pre>
 *   H = max(sum of H over the hot steps, largest H of the cold ones)
 *   C = largest C of the hot steps + sum of C over the cold ones
 * </pre>
 *
 * <p>By induction, two different paths from a block to an end differ in h or c. If their first
 * steps differ and both of these steps are hot, the values of h for the two paths lie in disjoint
 * ranges. If at least one of these steps is cold, the values of c lie in disjoint ranges. There may
 * be numbers below {@link #idCount} that belong to no path.
 */
public final class HotNumbering {
  /** A threshold below every weight, so that no step is cold. */
  private static final long NONE_IS_COLD = -1;

  private static final StartKind[] STARTS = StartKind.values();
  private static final EndKind[] ENDS = EndKind.values();

  private static final class Step {
    final long weight;
    final int hotSpan;
    final int coldSpan;
    int hot;
    int cold;

    Step(long weight, int hotSpan, int coldSpan) {
      this.weight = weight;
      this.hotSpan = hotSpan;
      this.coldSpan = coldSpan;
    }
  }

  private final FlowGraph graph;
  private final PathNumbering numbering;
  private final long mostIds;
  private final int[] hotSpans;
  private final int[] coldSpans;

  /** The step of each ordinary edge, by the edge's index; null if the edge is cut. */
  private final Step[] edges;

  /** The step of each end, by kind and block; null if there is no such end. */
  private final Step[][] ends;

  /** The step of each start, by kind and block; null if there is no such start. */
  private final Step[][] starts;

  private int hotCount;
  private int coldCount;

  private HotNumbering(FlowGraph graph, PathNumbering numbering, long mostIds) {
    this.graph = graph;
    this.numbering = numbering;
    this.mostIds = mostIds;
    hotSpans = new int[graph.blockCount()];
    coldSpans = new int[graph.blockCount()];
    edges = new Step[graph.edgeCount()];
    ends = new Step[ENDS.length][graph.blockCount()];
    starts = new Step[STARTS.length][graph.blockCount()];
  }

  /**
   * Numbers a method's paths.
   *
   * @param taken paths that an earlier run took; all of them must exist in the numbering
   * @param coldShare a share of all completions, 0 to 1; a step is cold if its own share isn't
   *     larger, unless the step is the most frequent one out of its block
   * @param mostIds the largest {@link #idCount} that is allowed
   * @return the numbering; null if its {@link #idCount} would be larger
   */
  public static HotNumbering of(
      PathNumbering numbering, Collection<TakenPath> taken, double coldShare, int mostIds) {
    HotNumbering hot = new HotNumbering(numbering.graph(), numbering, mostIds);
    StepWeights weights = new StepWeights(numbering.graph(), taken);
    return hot.number(weights, (long) (weights.total() * coldShare)) ? hot : null;
  }

  /**
   * Computes smart numbers (Bond and McKinley 2005). Like Ball and Larus's numbers, they are 0 to
   * n-1. But the steps out of a block get their values in descending order of frequency. So the
   * most frequent step has value 0 and needs no increment.
   *
   * @param taken paths that an earlier run took; all of them must exist in the numbering
   */
  public static HotNumbering byFrequency(PathNumbering numbering, Collection<TakenPath> taken) {
    HotNumbering smart = new HotNumbering(numbering.graph(), numbering, PathNumbering.PATH_LIMIT);
    if (!smart.number(new StepWeights(numbering.graph(), taken), NONE_IS_COLD)) {
      throw new IllegalArgumentException("the method has too many paths");
    }
    return smart;
  }

  /** Returns the upper bound, exclusive, of the numbers of paths without a cold step. */
  public int hotCount() {
    return hotCount;
  }

  /** Returns the upper bound, exclusive, of the numbers of all paths. */
  public int idCount() {
    return hotCount * coldCount;
  }

  /** Returns the initial value of a path's number at a start. */
  public int start(StartKind kind, int block) {
    return increment(starts[kind.ordinal()][block]);
  }

  /** Returns the value that is added on an uncut edge. */
  public int edge(int from, int to) {
    return increment(edges[graph.edge(from, to)]);
  }

  /** Returns the value that is added at an end. */
  public int end(EndKind kind, int block) {
    return increment(ends[kind.ordinal()][block]);
  }

  /** Returns the number of a path. */
  public int number(TakenPath path) {
    int number = start(path.start, path.blocks[0]);
    for (int at = 1; at < path.blocks.length; at++) {
      number += edge(path.blocks[at - 1], path.blocks[at]);
    }
    return number + end(path.end, path.blocks[path.blocks.length - 1]);
  }

  private int increment(Step step) {
    return step.hot + hotCount * step.cold;
  }

  /** Computes the numbers; returns false if there are too many. */
  private boolean number(StepWeights weights, long cold) {
    int[] order = ReverseTopologicalOrder.of(graph, (from, to) -> isCut(from, to));
    List<Step> steps = new ArrayList<>();
    for (int block : order) {
      steps.clear();
      addSteps(block, weights, steps);
      long[] spans = give(steps, cold);
      if (spans == null) {
        return false;
      }
      hotSpans[block] = (int) spans[0];
      coldSpans[block] = (int) spans[1];
    }
    steps.clear();
    for (Start start : numbering.starts()) {
      int block = start.block();
      Step step = new Step(weights.of(start), hotSpans[block], coldSpans[block]);
      starts[start.kind().ordinal()][block] = step;
      steps.add(step);
    }
    long[] spans = give(steps, cold);
    if (spans == null || spans[0] * spans[1] > mostIds) {
      return false;
    }
    hotCount = (int) spans[0];
    coldCount = (int) spans[1];
    return true;
  }

  private void addSteps(int block, StepWeights weights, List<Step> steps) {
    for (EndKind kind : ENDS) {
      if (numbering.endValue(kind, block) >= 0) {
        Step step = new Step(weights.ofEnd(kind, block), 1, 1);
        ends[kind.ordinal()][block] = step;
        steps.add(step);
      }
    }
    int edge = graph.firstEdge(block);
    for (int to : graph.successors(block)) {
      if (!isCut(block, to)) {
        edges[edge] = new Step(weights.ofEdge(edge), hotSpans[to], coldSpans[to]);
        steps.add(edges[edge]);
      }
      edge++;
    }
  }

  private boolean isCut(int from, int to) {
    return numbering.cutKind(from, to) != null;
  }

  /**
   * Gives values to the steps out of a block, or to all starts, which are the steps out of ENTRY.
   * Returns the bounds H and C of the block or of ENTRY; null if they are too large.
   */
  private long[] give(List<Step> steps, long cold) {
    Step[] heaviestFirst = steps.toArray(new Step[0]);
    Arrays.sort(heaviestFirst, Comparator.comparingLong(step -> -step.weight));
    long hotSum = 0;
    long hotLargest = 0;
    long coldSum = 0;
    for (int at = 0; at < heaviestFirst.length; at++) {
      Step step = heaviestFirst[at];
      if (at == 0 || step.weight > cold) {
        step.hot = (int) hotSum;
        hotSum += step.hotSpan;
        coldSum = Math.max(coldSum, step.coldSpan);
      } else {
        step.cold = (int) coldSum;
        coldSum += step.coldSpan;
        hotLargest = Math.max(hotLargest, step.hotSpan);
      }
      if (hotSum > mostIds || coldSum > mostIds) {
        return null;
      }
    }
    return new long[] {Math.max(hotSum, hotLargest), coldSum};
  }
}
