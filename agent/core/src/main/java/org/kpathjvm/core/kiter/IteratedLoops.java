package org.kpathjvm.core.kiter;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.function.IntUnaryOperator;
import org.kpathjvm.core.cfg.BackEdges;
import org.kpathjvm.core.cfg.FlowEdge;
import org.kpathjvm.core.cfg.FlowGraph;

/**
 * The loops whose paths continue over back edges, and the number of iterations that these paths may
 * have. This is the mixed mode of section 5 of "Profiling k-Iteration Paths" (Roy and Srikant, CGO
 * 2009). Only innermost loops with one entry may have paths of more than one iteration. Paths end
 * at the back edges of all other loops, as Ball-Larus paths do.
 *
 * <p>A loop's blocks are its header and the blocks that reach one of its latches over ordinary
 * edges without passing the header. A block from which only an exception leads back to the header
 * doesn't belong to the loop, because no path takes an exception edge. For the same reason, paths
 * have one iteration in a loop that goes around only after an exception.
 */
public final class IteratedLoops {
  private static final int NO_HEADER = -1;

  private final List<Integer> headers = new ArrayList<>(0);

  /** For each block, the header whose loop contains the block; -1 if none of the loops does. */
  private final int[] headerOf;

  /** The number of iterations that a path may have, by header; 1 for other blocks. */
  private final int[] iterations;

  private IteratedLoops(int blockCount) {
    headerOf = new int[blockCount];
    iterations = new int[blockCount];
    Arrays.fill(headerOf, NO_HEADER);
    Arrays.fill(iterations, 1);
  }

  /**
   * Finds the loops of a graph.
   *
   * @param byHeader maps a loop's header to the number of iterations that is requested; with 1,
   *     paths end at the loop's back edges
   */
  public static IteratedLoops of(FlowGraph graph, BackEdges backEdges, IntUnaryOperator byHeader) {
    IteratedLoops loops = new IteratedLoops(graph.blockCount());
    // If a handler leads back to the headers of two loops, the loops share blocks although neither
    // is inside the other. Then only the loop whose header comes later in the code is taken.
    BitSet taken = new BitSet();
    for (int header = graph.blockCount() - 1; header >= 0; header--) {
      int asked = backEdges.isHeader(header) ? byHeader.applyAsInt(header) : 1;
      BitSet body = asked > 1 ? body(graph, backEdges, header) : null;
      if (body != null
          && goesRound(graph, header, body)
          && isInnermost(backEdges, header, body)
          && !body.intersects(taken)) {
        taken.or(body);
        loops.headers.add(0, header);
        loops.iterations[header] = asked;
        for (int block = body.nextSetBit(0); block >= 0; block = body.nextSetBit(block + 1)) {
          loops.headerOf[block] = header;
        }
      }
    }
    return loops;
  }

  /** Returns these loops with a limit on the number of iterations that their paths may have. */
  public IteratedLoops cappedAt(int most) {
    IteratedLoops capped = new IteratedLoops(headerOf.length);
    for (int header : headers) {
      if (most > 1) {
        capped.headers.add(header);
        capped.iterations[header] = Math.min(iterations[header], most);
      }
    }
    for (int block = 0; block < headerOf.length && most > 1; block++) {
      capped.headerOf[block] = headerOf[block];
    }
    return capped;
  }

  /** Returns the headers of the loops whose paths may have more than one iteration, ascending. */
  public List<Integer> headers() {
    return Collections.unmodifiableList(headers);
  }

  /** Returns the largest number of iterations that a path of any of these loops may have. */
  public int longest() {
    int longest = 1;
    for (int header : headers) {
      longest = Math.max(longest, iterations[header]);
    }
    return longest;
  }

  /**
   * Returns the number of iterations that paths of the block's loop may have; 1 for a block that is
   * in none of these loops.
   */
  public int iterations(int block) {
    return headerOf[block] == NO_HEADER ? 1 : iterations[headerOf[block]];
  }

  /** Returns whether one of the loops contains both blocks. */
  public boolean areTogether(int one, int other) {
    return headerOf[one] != NO_HEADER && headerOf[one] == headerOf[other];
  }

  /** Returns whether the block is the header of one of the loops. */
  public boolean isHeader(int block) {
    return iterations[block] > 1;
  }

  /**
   * Returns the blocks of a loop. The result is null if one of these blocks is the method's entry
   * and isn't the header, because then the loop has a second entry.
   */
  private static BitSet body(FlowGraph graph, BackEdges backEdges, int header) {
    BitSet body = new BitSet();
    body.set(header);
    List<Integer> pending = new ArrayList<>();
    for (int latch : backEdges.latches(header)) {
      add(latch, body, pending);
    }
    while (!pending.isEmpty()) {
      for (int from : graph.predecessors(pending.remove(pending.size() - 1))) {
        add(from, body, pending);
      }
    }
    return body.get(0) && header != 0 ? null : body;
  }

  private static void add(int block, BitSet body, List<Integer> pending) {
    if (!body.get(block)) {
      body.set(block);
      pending.add(block);
    }
  }

  /**
   * Returns whether ordinary edges lead from the header to a latch. The other blocks of the body
   * needn't be checked: they are in the body because ordinary edges lead from them to a latch.
   */
  private static boolean goesRound(FlowGraph graph, int header, BitSet body) {
    for (int to : graph.successors(header)) {
      if (body.get(to)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns whether the loop is innermost, which means that its body contains no other loop's back
   * edge. It is enough to look inside the body, because an edge from outside can enter the body
   * only at the header.
   */
  private static boolean isInnermost(BackEdges backEdges, int header, BitSet body) {
    for (FlowEdge edge : backEdges.edges()) {
      if (edge.to() != header && body.get(edge.from()) && body.get(edge.to())) {
        return false;
      }
    }
    return true;
  }
}
