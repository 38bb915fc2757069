package org.kpathjvm.core.kiter;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.kpathjvm.core.cfg.BackEdges;
import org.kpathjvm.core.cfg.FlowGraph;
import org.kpathjvm.core.numbering.StartKind;

/**
 * Counts the k-iteration paths of an execution in two ways. {@link #slow} follows the definition:
 * with each iteration, a window of blocks begins, which becomes a path when it is complete. {@link
 * #registers} uses the registers that instrumented code has.
 */
final class Windows {
  private final FlowGraph graph;
  private final BackEdges backEdges;
  private final IterationNumbering numbering;
  private final IteratedLoops loops;

  Windows(FlowGraph graph, BackEdges backEdges, IterationNumbering numbering) {
    this.graph = graph;
    this.backEdges = backEdges;
    this.numbering = numbering;
    loops = numbering.loops();
  }

  /** A window of blocks that isn't complete yet. */
  private static final class Window {
    private final String start;
    private final List<Integer> blocks = new ArrayList<>();

    /** How many back edges of the current loop the window contains. */
    private int turns;

    Window(StartKind kind) {
      start = kind.label();
    }

    String ended(String end) {
      StringBuilder path = new StringBuilder(start);
      blocks.forEach(block -> path.append(' ').append(block));
      return path.append(' ').append(end).toString();
    }
  }

  /**
   * Returns the paths of an execution from block 0 to an exit, and how often each occurred.
   *
   * @param trace the execution's blocks; a block that an exception leads to is given as the
   *     complement of the block's number
   */
  Map<String, Integer> slow(int... trace) {
    Map<String, Integer> counts = new TreeMap<>();
    List<Window> open = new ArrayList<>(List.of(new Window(StartKind.ENTRY)));
    for (int at = 0; at < trace.length; at++) {
      int block = trace[at];
      if (block < 0) {
        block = ~block;
        open = new ArrayList<>(List.of(new Window(StartKind.HANDLER)));
      }
      int entered = block;
      open.forEach(window -> window.blocks.add(entered));
      if (at + 1 == trace.length) {
        counts.merge(open.get(0).ended("exit"), 1, Integer::sum);
        break;
      }
      int to = trace[at + 1];
      if (to < 0) {
        continue;
      }
      boolean back = backEdges.contains(block, to);
      if (!loops.areTogether(block, to)) {
        // Only the oldest window continues. The other windows are dropped, because they began in
        // later iterations of the loop.
        Window oldest = open.get(0);
        oldest.turns = 0;
        open = new ArrayList<>(List.of(oldest));
        if (back) {
          counts.merge(oldest.ended("loop " + to), 1, Integer::sum);
          open = new ArrayList<>(List.of(new Window(StartKind.LOOP)));
        }
      } else if (back) {
        open.forEach(window -> window.turns++);
        if (open.get(0).turns == loops.iterations(block)) {
          counts.merge(open.remove(0).ended("loop " + to), 1, Integer::sum);
        }
        open.add(new Window(StartKind.LOOP));
      }
    }
    return counts;
  }

  /**
   * Returns how often each path occurred, by path number. The path numbers are computed with
   * registers as in Algorithm 3 of Roy and Srikant's "Profiling k-Iteration Paths" (section 4.2).
   * The algorithm's errors are corrected here.
   */
  Map<Integer, Integer> registers(int... trace) {
    Map<Integer, Integer> counts = new TreeMap<>();
    int[] c = new int[loops.longest()];
    int turns = 0;
    c[0] = numbering.startValue(StartKind.ENTRY, 0);
    for (int at = 0; at + 1 < trace.length; at++) {
      int from = trace[at] < 0 ? ~trace[at] : trace[at];
      int to = trace[at + 1];
      if (to < 0) {
        c[0] = numbering.startValue(StartKind.HANDLER, ~to);
        turns = 0;
        continue;
      }
      int all = loops.iterations(from);
      boolean iterated = numbering.isIterated(from, to);
      for (int i = 1; i <= all; i++) {
        boolean compensated = turns >= i && i < all;
        c[i - 1] +=
            numbering.value(from, to, i) - (compensated ? numbering.compensation(from, to, i) : 0);
      }
      if (iterated) {
        if (turns == all - 1) {
          counts.merge(c[all - 1], 1, Integer::sum);
        }
        System.arraycopy(c, 0, c, 1, all - 1);
        c[0] = numbering.startValue(StartKind.LOOP, to);
        turns = Math.min(turns + 1, all - 1);
      } else if (!loops.areTogether(from, to)) {
        c[0] = c[turns];
        turns = 0;
        if (numbering.isAcyclicEnd(from, to)) {
          counts.merge(c[0], 1, Integer::sum);
          c[0] = numbering.startValue(StartKind.LOOP, to);
        }
      }
    }
    int latest = trace[trace.length - 1];
    int last = latest < 0 ? ~latest : latest;
    if (!graph.isExit(last)) {
      throw new IllegalArgumentException("the trace ends in block " + last + ", which is no exit");
    }
    counts.merge(c[turns], 1, Integer::sum);
    return counts;
  }
}
