package org.kpathjvm.core.overlapping;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.kpathjvm.core.cfg.FlowEdge;
import org.kpathjvm.core.cfg.FlowGraph;

/**
 * The overlapping graph, OG, of a root (a loop's header) for a degree k. It contains the ways from
 * the root to their (k+1)-th predicate, or to where they leave the region, and it numbers them.
 *
 * <p>An extension's number is the sum of its edges' values. Like Ball and Larus's values, they are
 * running sums. Here they add up how many numbers each successor takes at most. So an edge has the
 * same value however many predicates were passed before it, and different extensions have different
 * numbers. What an edge adds after the (k+1)-th predicate isn't counted. Where a way may end, the
 * end comes first and adds nothing. Some numbers below {@link #span} may belong to no extension.
 * {@link #extensionCount} is the number of ways in the graph whose nodes are (block, predicates
 * passed).
 */
public final class OverlappingGraph {
  private static final long MOST = Long.MAX_VALUE / 4;

  private final FlowGraph graph;
  private final Region region;
  private final int degree;
  private final int[] order;
  private final Passed passed;
  private final Map<FlowEdge, Integer> values = new HashMap<>();
  private final BitSet ending = new BitSet();
  private final long span;

  OverlappingGraph(FlowGraph graph, int root, Region region, int degree) {
    this.graph = graph;
    this.region = region;
    this.degree = degree;
    order = order(graph, root, region);
    passed = new Passed(graph, region, order);
    span = number();
  }

  /** Returns the root, then each other block after those that lead to it. */
  private static int[] order(FlowGraph graph, int root, Region region) {
    List<Integer> finished = new ArrayList<>();
    BitSet met = new BitSet();
    Deque<int[]> open = new ArrayDeque<>();
    met.set(root);
    open.push(new int[] {root, 0});
    while (!open.isEmpty()) {
      int[] top = open.peek();
      int[] successors = graph.successors(top[0]);
      if (top[1] == successors.length) {
        finished.add(open.pop()[0]);
        continue;
      }
      int to = successors[top[1]++];
      if (region.isInside(top[0], to) && !met.get(to)) {
        met.set(to);
        open.push(new int[] {to, 0});
      }
    }
    int[] order = new int[finished.size()];
    for (int at = 0; at < order.length; at++) {
      order[at] = finished.get(order.length - 1 - at);
    }
    return order;
  }

  private long number() {
    long[] spans = new long[graph.blockCount()];
    for (int at = order.length - 1; at >= 0; at--) {
      int block = order[at];
      long sum = 0;
      if (passed.fewest(block) > degree) {
        sum = 1;
      } else {
        if (mayEnd(block)) {
          ending.set(block);
          sum = 1;
        }
        for (int to : graph.successors(block)) {
          if (region.isInside(block, to)) {
            values.put(new FlowEdge(block, to), (int) Math.min(sum, Integer.MAX_VALUE));
            sum = Math.min(MOST, sum + spans[to]);
          }
        }
      }
      spans[block] = sum;
    }
    return spans[order[0]];
  }

  /** Returns whether some way out of the block leaves the region, or the method. */
  private boolean mayEnd(int block) {
    return graph.isExit(block)
        || Arrays.stream(graph.successors(block)).anyMatch(to -> !region.isInside(block, to));
  }

  /** Returns k. An extension ends with its (k+1)-th predicate. */
  public int degree() {
    return degree;
  }

  public int root() {
    return order[0];
  }

  /** Returns the bound of the numbers: each is below it. */
  public long span() {
    return span;
  }

  /** Returns the degree above which no extension gets any longer. */
  public int longest() {
    return Math.max(0, Arrays.stream(order).map(passed::most).max().orElse(0) - 1);
  }

  /**
   * Returns the blocks that an extension may pass, the root first, and each other block after those
   * that lead to it.
   */
  int[] blocks() {
    return order.clone();
  }

  /** Returns the blocks where an extension of fewer than k+1 predicates may end. */
  public int[] ends() {
    return ending.stream().toArray();
  }

  /** Returns the blocks that count as predicates, ascending. */
  public int[] predicates() {
    return Arrays.stream(order).filter(region::isPredicate).sorted().toArray();
  }

  /** Returns the edges that an extension may take, each after those that lead to it. */
  public List<FlowEdge> edges() {
    List<FlowEdge> edges = new ArrayList<>();
    for (int block : order) {
      for (int to : graph.successors(block)) {
        FlowEdge edge = new FlowEdge(block, to);
        if (values.containsKey(edge)) {
          edges.add(edge);
        }
      }
    }
    return edges;
  }

  /** Returns what an edge of {@link #edges} adds to the number. */
  public int value(FlowEdge edge) {
    return values.get(edge);
  }

  /**
   * Returns whether an extension has something to note on the edge: that a predicate was passed,
   * and what the edge adds. It has nothing to note where at least k+1 predicates were passed before
   * (the paper's DNI edges).
   */
  boolean isNoted(int from, int to) {
    return region.isPredicate(from) && values.containsKey(new FlowEdge(from, to));
  }

  /**
   * Returns whether an extension that reaches the block certainly ends there. The block is then the
   * (k+1)-th predicate of the way with the fewest predicates. On a way with more, the extension has
   * ended at an earlier block.
   */
  boolean endsAt(int block) {
    return region.isPredicate(block) && passed.fewest(block) == degree + 1;
  }

  /**
   * Returns whether every way over the block's edges has at most k predicates before them (DI in
   * the paper; otherwise PI).
   */
  boolean isDefinite(int from) {
    return passed.most(from) <= degree;
  }

  /** Returns the number of extensions. The count saturates. */
  public long extensionCount() {
    return count(false);
  }

  /**
   * Returns the number of extensions that end with their (k+1)-th predicate. The count saturates.
   */
  long fullCount() {
    return count(true);
  }

  private long count(boolean fullOnly) {
    // The counts are by block and by predicates passed before it. All numbers of predicates above
    // the degree are treated alike.
    long[][] counts = new long[graph.blockCount()][];
    for (int at = order.length - 1; at >= 0; at--) {
      int block = order[at];
      counts[block] = new long[degree + 2];
      for (int before = 0; before <= degree; before++) {
        counts[block][before] = from(block, before, counts, fullOnly);
      }
    }
    return counts[order[0]][0];
  }

  private long from(int block, int before, long[][] counts, boolean fullOnly) {
    int after = before + (region.isPredicate(block) ? 1 : 0);
    if (after > degree) {
      return 1;
    }
    long sum = !fullOnly && mayEnd(block) ? 1 : 0;
    for (int to : graph.successors(block)) {
      if (region.isInside(block, to)) {
        sum = Math.min(MOST, sum + counts[to][after]);
      }
    }
    return sum;
  }
}
