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
 * The loops whose paths continue over back edges, and the number of iterations over which they do:
 * the mixed mode of section 5. Only innermost loops with one entry may have more than one
 * iteration. Paths end at the back edges of all other loops, as Ball and Larus's paths do.
 *
 * <p>A loop's blocks are its header and the blocks that reach one of its latches over ordinary
 * edges without passing the header. A block that leads back only by an exception doesn't belong to
 * the loop, because no path takes an exception edge.
 *
 * <p>A loop that goes around only by an exception has one iteration, because no path contains two
 * of its iterations. So each attempt of a loop that retries is a path of its own.
 */
public final class IteratedLoops {
  private static final int NO_HEADER = -1;

  private final List<Integer> headers = new ArrayList<>(0);

  /** The header of the loop that a block is in, by block; -1 if it is in none. */
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
   * @param byHeader the number of iterations that are asked for, by the loop's header; with 1,
   *     paths end at the loop's back edges
   */
  public static IteratedLoops of(FlowGraph graph, BackEdges backEdges, IntUnaryOperator byHeader) {
    IteratedLoops loops = new IteratedLoops(graph.blockCount());
    // Two loops share blocks without one being inside the other where a handler leads back to both
    // headers. The loop whose header comes later in the code is taken as the inner one.
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

  /** Returns these loops with at most that many iterations each. */
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

  /** Returns the headers of the loops with more than one iteration, ascending. */
  public List<Integer> headers() {
    return Collections.unmodifiableList(headers);
  }

  /** Returns the largest number of iterations of any loop. */
  public int longest() {
    int longest = 1;
    for (int header : headers) {
      longest = Math.max(longest, iterations[header]);
    }
    return longest;
  }

  /**
   * Returns the number of iterations that are distinguished for the block: those of its loop, or 1
   * for a block outside of all loops.
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
   * Returns the blocks of a loop; null if the way back from a latch reaches the method's entry,
   * which would be a second entry of the loop.
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
   * Returns whether ordinary edges lead from the header to a latch, as they do from all other
   * blocks of a body.
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
   * Returns whether the body contains no other loop's back edge. The body has all blocks from which
   * edges lead into it, except into the header.
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
