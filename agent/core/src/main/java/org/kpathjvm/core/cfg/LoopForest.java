package org.kpathjvm.core.cfg;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

/**
 * The loops of a graph, one for each header. {@link LoopBody} defines which blocks belong to a
 * loop. The loops of a reducible graph are nested or disjoint. In an irreducible graph, loops may
 * overlap. The parent of a loop A is the smallest other loop that contains all blocks of A.
 */
public final class LoopForest {
  private LoopForest() {}

  /** Returns the loops, ascending by header. */
  public static List<Loop> of(FlowGraph graph, BackEdges backEdges) {
    if (backEdges.edges().isEmpty()) {
      return Collections.emptyList();
    }
    List<Loop> orphans = new ArrayList<>();
    LoopBody body = new LoopBody(graph, backEdges);
    for (int block = 0; block < graph.blockCount(); block++) {
      if (backEdges.isHeader(block)) {
        orphans.add(new Loop(block, backEdges.latches(block), body.of(block), -1));
      }
    }
    List<Integer> largestFirst = new ArrayList<>();
    for (int loop = 0; loop < orphans.size(); loop++) {
      largestFirst.add(loop);
    }
    // The sort is stable. So if two loops have equal bodies, the loop with the lower header is the
    // outer one.
    largestFirst.sort(Comparator.comparingInt(loop -> -orphans.get(loop).blocks().length));

    Loop[] loops = new Loop[orphans.size()];
    int[] innermost = new int[graph.blockCount()];
    Arrays.fill(innermost, -1);
    for (int place = 0; place < loops.length; place++) {
      int index = largestFirst.get(place);
      Loop loop = orphans.get(index);
      int parent = innermost[loop.header()];
      if (parent >= 0 && !holds(loops[parent], loop)) {
        parent = smallestAround(loop, largestFirst.subList(0, place), loops);
      }
      loops[index] = new Loop(loop.header(), loop.latches(), loop.blocks(), parent);
      for (int block : loop.blocks()) {
        innermost[block] = index;
      }
    }
    return Collections.unmodifiableList(Arrays.asList(loops));
  }

  private static boolean holds(Loop outer, Loop inner) {
    return Arrays.stream(inner.blocks()).allMatch(outer::contains);
  }

  private static int smallestAround(Loop loop, List<Integer> largestFirst, Loop[] loops) {
    for (int place = largestFirst.size() - 1; place >= 0; place--) {
      int candidate = largestFirst.get(place);
      if (loops[candidate].contains(loop.header()) && holds(loops[candidate], loop)) {
        return candidate;
      }
    }
    return -1;
  }
}
