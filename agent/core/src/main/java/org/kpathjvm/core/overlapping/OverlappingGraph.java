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
 * The overlapping graph of a root block for a degree k (OG in the paper by Tallam, Zhang and Gupta,
 * CGO 2004). The root is, for example, a loop's header. The graph contains the paths from the root
 * that end with their (k+1)-th predicate or where they leave the {@link Region}. It numbers these
 * paths, which are called extensions.
 *
 * <p>An extension's number is the sum of its edges' values. Like Ball and Larus's values, the
 * values of a block's edges are running sums. Here, each successor adds its span to the sum. A
 * block's span is an upper bound: continuations from the block never need more numbers, no matter
 * how many predicates were passed before. So an edge's value doesn't depend on the number of
 * predicates passed, and different extensions have different numbers. Edges after the (k+1)-th
 * predicate add nothing. At a block where an extension may end, the end is numbered first and adds
 * nothing. Some numbers below {@link #span} may belong to no extension. {@link #extensionCount} is
 * the exact number of extensions.
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

  /** Returns the blocks that the root reaches, in topological order. */
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

  /** Returns whether an extension may leave the region or the method after the block. */
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

  /** Returns the upper bound, exclusive, of the extensions' numbers. */
  public long span() {
    return span;
  }

  /** Returns the lowest degree with which all extensions are as long as with any higher degree. */
  public int longest() {
    return Math.max(0, Arrays.stream(order).map(passed::most).max().orElse(0) - 1);
  }

  /**
   * Returns the blocks that the root reaches inside the region, in topological order. Some of them
   * may lie behind the ends of all extensions.
   */
  int[] blocks() {
    return order.clone();
  }

  /** Returns the blocks where an extension with fewer than k+1 predicates may end. */
  public int[] ends() {
    return ending.stream().toArray();
  }

  /** Returns those of {@link #blocks} that count as predicates, ascending. */
  public int[] predicates() {
    return Arrays.stream(order).filter(region::isPredicate).sorted().toArray();
  }

  /** Returns the edges that an extension may take, in topological order. */
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

  /** Returns the value that an edge of {@link #edges} adds to the number. */
  public int value(FlowEdge edge) {
    return values.get(edge);
  }

  /**
   * Returns whether the edge needs a probe, which notes that a predicate was passed and adds the
   * edge's value. No probe is needed if the edge's source isn't a predicate, or if at least k+1
   * predicates are always passed before the edge (the paper calls such an edge DNI, definitely not
   * instrumented).
   */
  boolean isNoted(int from, int to) {
    return region.isPredicate(from) && values.containsKey(new FlowEdge(from, to));
  }

  /**
   * Returns whether an extension that reaches the block certainly ends there. If so, the block is
   * the (k+1)-th predicate of the path with the fewest predicates. On a path with more predicates,
   * the extension has ended at an earlier block.
   */
  boolean endsAt(int block) {
    return region.isPredicate(block) && passed.fewest(block) == degree + 1;
  }

  /**
   * Returns the number of extensions. Very large numbers are replaced by a constant, so that they
   * can't overflow.
   */
  public long extensionCount() {
    return count(false);
  }

  /**
   * Returns the number of extensions that end with their (k+1)-th predicate. Very large numbers are
   * replaced by a constant.
   */
  long fullCount() {
    return count(true);
  }

  private long count(boolean fullOnly) {
    // There is a count for each block and each number of predicates that were passed before the
    // block, up to the degree. With more predicates, the extension has ended before the block.
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
