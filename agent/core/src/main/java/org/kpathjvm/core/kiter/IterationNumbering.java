package org.kpathjvm.core.kiter;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.function.IntUnaryOperator;
import org.kpathjvm.core.cfg.BackEdges;
import org.kpathjvm.core.cfg.FlowGraph;
import org.kpathjvm.core.numbering.Start;
import org.kpathjvm.core.numbering.StartKind;

/**
 * Roy and Srikant's perfect numbering of k-iteration paths (Algorithm 1 of "Profiling k-Iteration
 * Paths", CGO 2009), computed on the method's graph with unrolled loops. This graph is acyclic. A
 * node is a block together with the iteration, from 1 to k, of the block's loop. A back edge leads
 * from iteration i to iteration i+1, or from the last iteration to the node End.
 *
 * <p>A path's number is its start's value plus the sum of Val over its edges. A path that started
 * after a back edge of a loop is valid only if it doesn't leave the loop before the last iteration.
 * On each edge of such a path, the compensation CVal is subtracted if the edge's source is in this
 * loop, in any iteration but the last. So only valid paths have numbers.
 *
 * <ul>
 *   <li>At each node, Val is a running sum of NumPaths over the steps out of the node: first the
 *       method's exit, then the edges to other nodes, and then the edges to End. Each group of
 *       edges is in the order of the block's successors. Each back edge has its own edge to End.
 *   <li>The starts are the method's entry, then the loop headers and then the handlers. Headers are
 *       in ascending order of their blocks, and so are handlers. A start's value is the number of
 *       valid paths from the starts before it.
 * </ul>
 */
public final class IterationNumbering {
  private final FlowGraph graph;
  private final BackEdges backEdges;
  private final IteratedLoops loops;
  private final int limit;

  /**
   * For each block, the node of the block's first iteration. The nodes of its other iterations
   * follow.
   */
  private final int[] firstNode;

  private final int[] blockOf;

  /**
   * For each ordinary edge, its place in {@link #values} for the first iteration. The places for
   * the other iterations follow.
   */
  private final int[] firstValue;

  private final int[] values;
  private final int[] compensations;

  /** NumPaths by node. */
  private final long[] paths;

  /** InvalidPaths by node. */
  private final long[] invalid;

  private final List<Start> starts = new ArrayList<>();
  private long pathCount;

  private IterationNumbering(FlowGraph graph, BackEdges backEdges, IteratedLoops loops, int limit) {
    this.graph = graph;
    this.backEdges = backEdges;
    this.loops = loops;
    this.limit = limit;
    firstNode = new int[graph.blockCount()];
    firstValue = new int[graph.edgeCount()];
    int nodes = 0;
    int ofEdges = 0;
    for (int block = 0; block < graph.blockCount(); block++) {
      firstNode[block] = nodes;
      nodes += loops.iterations(block);
      for (int place = 0; place < graph.successors(block).length; place++) {
        firstValue[graph.firstEdge(block) + place] = ofEdges;
        ofEdges += loops.iterations(block);
      }
    }
    blockOf = new int[nodes];
    for (int block = 0; block < graph.blockCount(); block++) {
      Arrays.fill(blockOf, firstNode[block], firstNode[block] + loops.iterations(block), block);
    }
    values = new int[ofEdges];
    compensations = new int[ofEdges];
    paths = new long[nodes];
    invalid = new long[nodes];
  }

  /**
   * Numbers a method's paths.
   *
   * @param limit the largest number of paths
   * @return the numbering; null if there are more paths
   */
  public static IterationNumbering of(
      FlowGraph graph, BackEdges backEdges, IteratedLoops loops, int limit) {
    IterationNumbering numbering = new IterationNumbering(graph, backEdges, loops, limit);
    return numbering.numberNodes() && numbering.numberStarts() ? numbering : null;
  }

  /**
   * Numbers a method's paths. If the requested numbers of iterations make too many paths, the
   * largest of these numbers, k, is lowered: k-1 iterations are tried in each loop that has k, and
   * so on.
   *
   * @param limit the largest number of paths
   * @return the numbering; null if no loop is left with more than one iteration
   */
  public static IterationNumbering longest(
      FlowGraph graph, BackEdges backEdges, IntUnaryOperator byHeader, int limit) {
    IteratedLoops asked = IteratedLoops.of(graph, backEdges, byHeader);
    for (int most = asked.longest(); most > 1; most--) {
      IterationNumbering numbering = of(graph, backEdges, asked.cappedAt(most), limit);
      if (numbering != null) {
        return numbering;
      }
    }
    return null;
  }

  public IteratedLoops loops() {
    return loops;
  }

  /** Returns the number of paths, n. The paths are numbered from 0 to n-1. */
  public int pathCount() {
    return (int) pathCount;
  }

  /** Returns the starts, ascending by value. */
  public List<Start> starts() {
    return Collections.unmodifiableList(starts);
  }

  /** Returns the value of a start; -1 if the block isn't a start of this kind. */
  public int startValue(StartKind kind, int block) {
    for (Start start : starts) {
      if (start.kind() == kind && start.block() == block) {
        return start.value();
      }
    }
    return -1;
  }

  /**
   * Returns Val of the edge in the given iteration, which is counted from 1. If the path ends on
   * the edge, the result is Val of the edge to End.
   */
  public int value(int from, int to, int iteration) {
    return values[firstValue[graph.edge(from, to)] + iteration - 1];
  }

  /** Returns CVal of the edge in the given iteration; 0 in the last iteration. */
  public int compensation(int from, int to, int iteration) {
    return compensations[firstValue[graph.edge(from, to)] + iteration - 1];
  }

  /**
   * Returns NumPaths: the number of paths that lead from the block in the given iteration to End or
   * to the method's exit.
   */
  public long pathsFrom(int block, int iteration) {
    return paths[firstNode[block] + iteration - 1];
  }

  /**
   * Returns InvalidPaths: how many of the paths that {@link #pathsFrom} counts leave the block's
   * loop before the last iteration.
   */
  public long invalidFrom(int block, int iteration) {
    return invalid[firstNode[block] + iteration - 1];
  }

  /** Returns whether the edge leads to End in the given iteration. */
  public boolean ends(int from, int to, int iteration) {
    return backEdges.contains(from, to)
        && (!loops.areTogether(from, to) || iteration == loops.iterations(from));
  }

  /** Returns whether the edge is a back edge over which paths may continue. */
  public boolean isIterated(int from, int to) {
    return backEdges.contains(from, to) && loops.areTogether(from, to);
  }

  /** Returns whether the edge is a back edge at which all paths end. */
  public boolean isAcyclicEnd(int from, int to) {
    return backEdges.contains(from, to) && !loops.areTogether(from, to);
  }

  /** Returns the iteration of the edge's target, given the iteration of the edge's source. */
  public int next(int from, int to, int iteration) {
    if (!loops.areTogether(from, to)) {
      return 1;
    }
    return backEdges.contains(from, to) ? iteration + 1 : iteration;
  }

  /**
   * Numbers all nodes; returns false if there are too many paths. Each node is numbered after all
   * nodes that it leads to.
   */
  private boolean numberNodes() {
    BitSet met = new BitSet();
    int[] pending = new int[2 * paths.length + graph.edgeCount() * loops.longest()];
    for (int block = 0; block < graph.blockCount(); block++) {
      int size = 0;
      for (int node = firstNode[block]; node < firstNode[block] + loops.iterations(block); node++) {
        pending[size++] = node;
      }
      while (size > 0) {
        int node = pending[size - 1];
        if (paths[node] > 0) {
          size--;
        } else if (met.get(node)) {
          size--;
          if (!numberEdges(node)) {
            return false;
          }
        } else {
          met.set(node);
          size = addTargets(node, pending, size);
        }
      }
    }
    return true;
  }

  private int addTargets(int node, int[] pending, int size) {
    int block = blockOf[node];
    int iteration = node - firstNode[block] + 1;
    int added = size;
    for (int to : graph.successors(block)) {
      if (!ends(block, to, iteration)) {
        int target = firstNode[to] + next(block, to, iteration) - 1;
        if (paths[target] == 0) {
          pending[added++] = target;
        }
      }
    }
    return added;
  }

  private boolean numberEdges(int node) {
    int block = blockOf[node];
    int iteration = node - firstNode[block] + 1;
    boolean compensates = iteration < loops.iterations(block);
    if (graph.isExit(block)) {
      paths[node] = 1;
      invalid[node] = compensates ? 1 : 0;
    }
    int[] successors = graph.successors(block);
    for (boolean ends : new boolean[] {false, true}) {
      for (int place = 0; place < successors.length; place++) {
        int to = successors[place];
        if (ends(block, to, iteration) != ends) {
          continue;
        }
        int at = firstValue[graph.firstEdge(block) + place] + iteration - 1;
        values[at] = (int) paths[node];
        int target = ends ? -1 : firstNode[to] + next(block, to, iteration) - 1;
        long behind = ends ? 1 : paths[target];
        if (compensates) {
          compensations[at] = (int) invalid[node];
          invalid[node] += loops.areTogether(block, to) && !ends ? invalid[target] : behind;
        }
        paths[node] += behind;
        if (paths[node] > limit) {
          // A start leads to this node, so at least as many paths begin at the start.
          return false;
        }
      }
    }
    return true;
  }

  private boolean numberStarts() {
    addStart(StartKind.ENTRY, 0);
    for (int block = 0; block < graph.blockCount(); block++) {
      if (backEdges.isHeader(block)) {
        addStart(StartKind.LOOP, block);
      }
    }
    for (int block = 0; block < graph.blockCount(); block++) {
      if (graph.isHandler(block)) {
        addStart(StartKind.HANDLER, block);
      }
    }
    return pathCount <= limit;
  }

  private void addStart(StartKind kind, int block) {
    if (pathCount > limit) {
      return;
    }
    starts.add(new Start(kind, block, (int) pathCount));
    pathCount += pathsFrom(block, 1) - (kind == StartKind.LOOP ? invalidFrom(block, 1) : 0);
  }
}
