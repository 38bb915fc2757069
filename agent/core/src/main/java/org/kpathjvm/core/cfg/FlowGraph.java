package org.kpathjvm.core.cfg;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/**
 * The control-flow graph of one method. A basic block is represented by an index. The indices
 * ascend by bytecode offset, and block 0 is the method's entry. Ordinary edges (fall-through,
 * branches, switches) carry paths. An exception edge leads from a block to the entry of a handler
 * that covers an instruction of the block. Exception edges are kept apart, because no path takes
 * them. They are used to compute dominance and the blocks of loops.
 *
 * <p>The arrays that the accessors return are the graph's own and must not be modified.
 */
public final class FlowGraph {
  private static final int[] NO_BLOCKS = {};

  /** If a block has at most this many successors, its edges are found by a linear search. */
  private static final int FEW_SUCCESSORS = 16;

  private final int[][] successors;
  private final int[][] predecessors;
  private final int[][] handlers;
  private final int[][] throwers;
  private final BitSet exits;

  /**
   * The index of each block's first ordinary out-edge. An extra entry at the end is the number of
   * edges.
   */
  private final int[] firstEdges;

  /**
   * The index of each edge out of a block with more than {@link #FEW_SUCCESSORS} successors; null
   * if there is no such block.
   */
  private final Map<FlowEdge, Integer> wideEdges;

  /**
   * Creates a graph from its edges. Each block must be reachable from block 0. A block without a
   * successor must be an exit.
   *
   * @param successors each block's successors, without repetitions; not copied
   * @param handlers the entries of the handlers that cover each block, without repetitions; not
   *     copied
   * @param exits the blocks that end with a return or athrow instruction; not copied
   */
  public FlowGraph(int[][] successors, int[][] handlers, BitSet exits) {
    this.successors = successors;
    this.handlers = handlers;
    this.exits = exits;
    predecessors = reversed(successors);
    throwers = reversed(handlers);
    firstEdges = new int[successors.length + 1];
    Map<FlowEdge, Integer> wide = null;
    for (int block = 0; block < successors.length; block++) {
      int count = successors[block].length;
      firstEdges[block + 1] = firstEdges[block] + count;
      if (count > FEW_SUCCESSORS) {
        wide = wide == null ? new HashMap<>() : wide;
        for (int place = 0; place < count; place++) {
          wide.put(new FlowEdge(block, successors[block][place]), firstEdges[block] + place);
        }
      }
    }
    wideEdges = wide;
  }

  public int blockCount() {
    return successors.length;
  }

  /**
   * Returns the targets of the block's ordinary out-edges, in the order in which the constructor
   * got them.
   */
  public int[] successors(int block) {
    return successors[block];
  }

  /** Returns the sources of the block's ordinary in-edges, ascending. */
  public int[] predecessors(int block) {
    return predecessors[block];
  }

  /**
   * Returns the entries of the handlers that cover an instruction of the block, in the order in
   * which the constructor got them.
   */
  public int[] handlersOf(int block) {
    return handlers[block];
  }

  /** Returns the blocks with an instruction that the handler covers, ascending. */
  public int[] coveredBy(int handler) {
    return throwers[handler];
  }

  /** Returns whether the block ends with a return or athrow instruction. */
  public boolean isExit(int block) {
    return exits.get(block);
  }

  /** Returns whether an exception edge leads to the block, which is then the entry of a handler. */
  public boolean isHandler(int block) {
    return throwers[block].length > 0;
  }

  /** Returns the number of ordinary edges. */
  public int edgeCount() {
    return firstEdges[successors.length];
  }

  /**
   * Returns the index of the block's first ordinary out-edge. The indices of its other out-edges
   * follow, in the order of the successors.
   */
  public int firstEdge(int block) {
    return firstEdges[block];
  }

  /**
   * Returns the index of an ordinary edge; -1 if there is no such edge. Indices are less than
   * {@link #edgeCount()}.
   */
  public int edge(int from, int to) {
    int[] row = successors[from];
    if (row.length > FEW_SUCCESSORS) {
      return wideEdges.getOrDefault(new FlowEdge(from, to), -1);
    }
    for (int place = 0; place < row.length; place++) {
      if (row[place] == to) {
        return firstEdges[from] + place;
      }
    }
    return -1;
  }

  /**
   * Returns whether every edge, including exception edges, leads to a later block. If so, the graph
   * has no cycle. Most methods have such a graph.
   */
  boolean ascends() {
    return ascends(successors) && ascends(handlers);
  }

  private static boolean ascends(int[][] rows) {
    for (int from = 0; from < rows.length; from++) {
      for (int to : rows[from]) {
        if (to <= from) {
          return false;
        }
      }
    }
    return true;
  }

  private static int[][] reversed(int[][] targets) {
    int[] sizes = new int[targets.length];
    for (int[] row : targets) {
      for (int target : row) {
        sizes[target]++;
      }
    }
    int[][] sources = new int[targets.length][];
    for (int block = 0; block < sources.length; block++) {
      sources[block] = sizes[block] == 0 ? NO_BLOCKS : new int[sizes[block]];
    }
    // Each row is filled from its end, with sources in descending order. So each row is ascending.
    for (int from = targets.length - 1; from >= 0; from--) {
      for (int target : targets[from]) {
        sources[target][--sizes[target]] = from;
      }
    }
    return sources;
  }
}
