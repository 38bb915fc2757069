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
 * The loops whose paths go on over back edges, and over how many iterations: mixed mode (section
 * 5). Only innermost loops with one entry may have more than one; paths end at the back edges of
 * all others, as Ball and Larus's do.
 *
 * <p>A loop's blocks are its header and what reaches one of its latches over ordinary edges without
 * passing it. A block that goes on only by an exception doesn't belong to it: no path does so.
 *
 * <p>A loop that only an exception leads round has one iteration: no path makes two of it, so each
 * attempt of a loop that tries again is a path of its own.
 */
public final class IteratedLoops {
  private static final int NO_HEADER = -1;

  private final List<Integer> headers = new ArrayList<>(0);

  /** By block: the header of the loop that it is in. */
  private final int[] headerOf;

  /** By header: iterations that a path may have; 1 of other blocks. */
  private final int[] iterations;

  private IteratedLoops(int blockCount) {
    headerOf = new int[blockCount];
    iterations = new int[blockCount];
    Arrays.fill(headerOf, NO_HEADER);
    Arrays.fill(iterations, 1);
  }

  /**
   * The loops of a graph.
   *
   * @param byHeader iterations that are asked for, by the loop's header; 1: paths end at its back
   *     edges
   */
  public static IteratedLoops of(FlowGraph graph, BackEdges backEdges, IntUnaryOperator byHeader) {
    IteratedLoops loops = new IteratedLoops(graph.blockCount());
    // Two loops share blocks without either being within the other where a handler leads back to
    // both headers. The one whose header comes later in the code is taken for the inner one.
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

  /** The same with no more iterations than that of any loop. */
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

  /** Headers of the loops with more than one iteration, ascending. */
  public List<Integer> headers() {
    return Collections.unmodifiableList(headers);
  }

  /** The most iterations of any loop. */
  public int longest() {
    int longest = 1;
    for (int header : headers) {
      longest = Math.max(longest, iterations[header]);
    }
    return longest;
  }

  /** Iterations that are told apart of the block: those of its loop, 1 of a block in none. */
  public int iterations(int block) {
    return headerOf[block] == NO_HEADER ? 1 : iterations[headerOf[block]];
  }

  /** Whether one of the loops has both blocks. */
  public boolean areTogether(int one, int other) {
    return headerOf[one] != NO_HEADER && headerOf[one] == headerOf[other];
  }

  /** Whether the block is the header of one of the loops. */
  public boolean isHeader(int block) {
    return iterations[block] > 1;
  }

  /** Null if the way back from a latch leaves the loop by another entry, the method's own. */
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

  /** Whether the header leads to a latch over ordinary edges, as all other blocks of a body do. */
  private static boolean goesRound(FlowGraph graph, int header, BitSet body) {
    for (int to : graph.successors(header)) {
      if (body.get(to)) {
        return true;
      }
    }
    return false;
  }

  /** The body has all blocks from which edges lead to it, but for those to the header. */
  private static boolean isInnermost(BackEdges backEdges, int header, BitSet body) {
    for (FlowEdge edge : backEdges.edges()) {
      if (edge.to() != header && body.get(edge.from()) && body.get(edge.to())) {
        return false;
      }
    }
    return true;
  }
}
