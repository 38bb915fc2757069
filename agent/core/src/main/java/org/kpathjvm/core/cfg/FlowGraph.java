package org.kpathjvm.core.cfg;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/**
 * The control-flow graph of one method: basic blocks as indices, ascending by bytecode offset, with
 * block 0 at the method's entry. Ordinary edges (fall-through, branches, switches) carry paths;
 * exception edges, from a block with a covered instruction to the handler's entry, are kept apart:
 * they count for dominance alone.
 *
 * <p>The arrays that the accessors return are the graph's own and must not be modified.
 */
public final class FlowGraph {
  private static final int[] NO_BLOCKS = {};

  /** Successors of a block among which an edge is looked for one by one. */
  private static final int FEW_SUCCESSORS = 16;

  private final int[][] successors;
  private final int[][] predecessors;
  private final int[][] handlers;
  private final int[][] throwers;
  private final BitSet exits;

  /** The index of each block's first ordinary out-edge; one more for the number of edges. */
  private final int[] firstEdges;

  /** Indices of the edges out of wide switches. */
  private final Map<FlowEdge, Integer> wideEdges;

  /**
   * The graph of those edges, where each block is known to be reachable from block 0 and to end
   * somewhere.
   *
   * @param successors each block's, without repetitions; kept
   * @param handlers entries of the handlers that cover each block, without repetitions; kept
   * @param exits blocks that end in a return or athrow instruction; kept
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

  /** Targets of the block's ordinary out-edges, in the order of their insertion. */
  public int[] successors(int block) {
    return successors[block];
  }

  /** Sources of the block's ordinary in-edges, ascending. */
  public int[] predecessors(int block) {
    return predecessors[block];
  }

  /**
   * Entries of the handlers that cover an instruction of the block, in the order of their
   * insertion.
   */
  public int[] handlersOf(int block) {
    return handlers[block];
  }

  /**
   * Blocks that hold an instruction covered by the handler that starts with this block, ascending.
   */
  int[] coveredBy(int handler) {
    return throwers[handler];
  }

  /** Whether the block ends in a return or athrow instruction. */
  public boolean isExit(int block) {
    return exits.get(block);
  }

  /** Whether a handler starts with the block. */
  public boolean isHandler(int block) {
    return throwers[block].length > 0;
  }

  /** Number of ordinary edges. */
  public int edgeCount() {
    return firstEdges[successors.length];
  }

  /**
   * The index of the block's first ordinary out-edge; those of its others follow in the order of
   * its successors.
   */
  public int firstEdge(int block) {
    return firstEdges[block];
  }

  /** The index of an ordinary edge, below {@link #edgeCount()}; -1 if there is no such edge. */
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
   * Whether every edge, of exceptions too, leads to a later block: then there is no cycle. Most
   * methods are so.
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
    // Filled from the back by descending sources, so that each row is ascending.
    for (int from = targets.length - 1; from >= 0; from--) {
      for (int target : targets[from]) {
        sources[target][--sizes[target]] = from;
      }
    }
    return sources;
  }
}
