package org.kpathjvm.core.cfg;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The control-flow graph of one method: basic blocks as indices, ascending by bytecode offset, with
 * block 0 at the method's entry. Ordinary edges (fall-through, branches, switches) carry paths;
 * exception edges, from a block with a covered instruction to the handler's entry, are kept apart:
 * they count for dominance alone.
 *
 * <p>The arrays that the accessors return are the graph's own and must not be modified.
 */
public final class FlowGraph {
  private final int[][] successors;
  private final int[][] predecessors;
  private final int[][] handlers;
  private final int[][] throwers;
  private final BitSet exits;
  private final BitSet handlerEntries;

  private FlowGraph(Builder builder) {
    successors = arrays(builder.successors);
    predecessors = reversed(successors);
    handlers = arrays(builder.handlers);
    throwers = reversed(handlers);
    exits = (BitSet) builder.exits.clone();
    handlerEntries = (BitSet) builder.handlerEntries.clone();
  }

  /** A builder for a graph of that many blocks, all of which have to be reachable from block 0. */
  public static Builder builder(int blockCount) {
    return new Builder(blockCount);
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
    return handlerEntries.get(block);
  }

  private static int[][] arrays(List<Set<Integer>> lists) {
    return lists.stream()
        .map(s -> s.stream().mapToInt(Integer::intValue).toArray())
        .toArray(int[][]::new);
  }

  private static int[][] reversed(int[][] targets) {
    int[] sizes = new int[targets.length];
    for (int[] row : targets) {
      for (int target : row) {
        sizes[target]++;
      }
    }
    int[][] sources = Arrays.stream(sizes).mapToObj(size -> new int[size]).toArray(int[][]::new);
    // Filled from the back by descending sources, so that each row is ascending.
    for (int from = targets.length - 1; from >= 0; from--) {
      for (int target : targets[from]) {
        sources[target][--sizes[target]] = from;
      }
    }
    return sources;
  }

  /** Collects the edges; parallel edges are merged, the first insertion keeps its place. */
  public static final class Builder {
    private final List<Set<Integer>> successors = new ArrayList<>();
    private final List<Set<Integer>> handlers = new ArrayList<>();
    private final BitSet exits = new BitSet();
    private final BitSet handlerEntries = new BitSet();
    private final int blockCount;

    private Builder(int blockCount) {
      if (blockCount < 1) {
        throw new IllegalArgumentException("a flow graph needs a block, not " + blockCount);
      }
      this.blockCount = blockCount;
      for (int block = 0; block < blockCount; block++) {
        successors.add(new LinkedHashSet<>(4));
        handlers.add(new LinkedHashSet<>(2));
      }
    }

    /** Adds an ordinary edge. */
    public Builder edge(int from, int to) {
      successors.get(check(from)).add(check(to));
      return this;
    }

    /** Adds an exception edge, and marks its target as a handler's entry. */
    public Builder exceptionEdge(int from, int handler) {
      handlers.get(check(from)).add(check(handler));
      handlerEntries.set(handler);
      return this;
    }

    /** Marks a block that ends in a return or athrow instruction. */
    public Builder exit(int block) {
      exits.set(check(block));
      return this;
    }

    /**
     * The finished graph.
     *
     * @throws IllegalArgumentException if a block can't be reached from block 0, or ends nowhere:
     *     it has neither an ordinary out-edge nor an exit, so that no path through it could be
     *     complete
     */
    public FlowGraph build() {
      BitSet reached = reachable();
      int lost = reached.nextClearBit(0);
      if (lost < blockCount) {
        throw new IllegalArgumentException("block " + lost + " is not reachable from block 0");
      }
      for (int block = 0; block < blockCount; block++) {
        if (successors.get(block).isEmpty() && !exits.get(block)) {
          throw new IllegalArgumentException("block " + block + " has no successor and is no exit");
        }
      }
      return new FlowGraph(this);
    }

    private BitSet reachable() {
      BitSet reached = new BitSet(blockCount);
      int[] pending = new int[blockCount];
      int size = 1;
      reached.set(0);
      while (size > 0) {
        int block = pending[--size];
        for (List<Set<Integer>> kind : List.of(successors, handlers)) {
          for (int target : kind.get(block)) {
            if (!reached.get(target)) {
              reached.set(target);
              pending[size++] = target;
            }
          }
        }
      }
      return reached;
    }

    private int check(int block) {
      if (block < 0 || block >= blockCount) {
        throw new IllegalArgumentException(
            "block " + block + " is not one of the " + blockCount + " blocks");
      }
      return block;
    }
  }
}
