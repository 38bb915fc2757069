package org.kpathjvm.core.kiter;

import java.util.ArrayList;
import java.util.List;
import org.kpathjvm.core.cfg.FlowGraph;
import org.kpathjvm.core.numbering.Start;
import org.kpathjvm.core.numbering.StartKind;

/**
 * Decodes the numbers of k-iteration paths by Algorithm 2 (path identification) of Roy and
 * Srikant's "Profiling k-Iteration Paths".
 */
public final class IterationDecoder {
  private final FlowGraph graph;
  private final IterationNumbering numbering;

  public IterationDecoder(FlowGraph graph, IterationNumbering numbering) {
    this.graph = graph;
    this.numbering = numbering;
  }

  /** Decodes a path into the form "entry 0 1 2 1 exit" or "loop 1 2 1 2 loop 1". */
  public String decode(int number) {
    Start start = numbering.starts().get(0);
    for (Start next : numbering.starts()) {
      start = next.value() <= number ? next : start;
    }
    int left = number - start.value();
    boolean compensated = start.kind() == StartKind.LOOP;
    List<String> path = new ArrayList<>(List.of(start.kind().label()));
    int block = start.block();
    int iteration = 1;
    while (true) {
      path.add(Integer.toString(block));
      boolean here = compensated && numbering.loops().areTogether(block, start.block());
      int best = -1;
      int most = graph.isExit(block) && !(here && isEarly(block, iteration)) ? 0 : -1;
      int weight = 0;
      for (int to : graph.successors(block)) {
        int value = numbering.value(block, to, iteration);
        int reduced = value - (here ? numbering.compensation(block, to, iteration) : 0);
        if (value >= most && reduced <= left) {
          most = value;
          best = to;
          weight = reduced;
        }
      }
      if (best < 0) {
        return String.join(" ", path) + " exit";
      }
      left -= weight;
      if (numbering.ends(block, best, iteration)) {
        return String.join(" ", path) + " loop " + best;
      }
      int next = numbering.next(block, best, iteration);
      block = best;
      iteration = next;
    }
  }

  private boolean isEarly(int block, int iteration) {
    return iteration < numbering.loops().iterations(block);
  }
}
