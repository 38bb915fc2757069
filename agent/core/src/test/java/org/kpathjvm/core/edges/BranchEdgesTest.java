package org.kpathjvm.core.edges;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.domains.Domain;
import net.jqwik.api.domains.DomainContext;
import org.junit.jupiter.api.Test;
import org.kpathjvm.core.cfg.FlowGraph;
import org.kpathjvm.core.sample.SampleGraph;
import org.kpathjvm.core.sample.SampleGraphs;

@Domain(SampleGraphs.class)
@Domain(DomainContext.Global.class)
class BranchEdgesTest {
  /**
   * Returns the names of the counted edges, in the order of {@link CountedEdges#place}. The edge
   * from A to B is called "AB". "-" is the outside of the method: an exception that leads to the
   * handler E takes the edge "-E", and an exit from G takes the edge "G-".
   */
  static List<String> names(FlowGraph graph, CountedEdges counted) {
    String[] names = new String[counted.size()];
    for (int from = -1; from < graph.blockCount(); from++) {
      for (int to = -1; to < graph.blockCount(); to++) {
        if (counted.contains(from, to)) {
          names[counted.place(from, to)] = name(from) + name(to);
        }
      }
    }
    return new ArrayList<>(List.of(names));
  }

  private static String name(int block) {
    return block < 0 ? "-" : Character.toString((char) ('A' + block));
  }

  @Test
  void branchEdgesAndDispatchesAreCounted() {
    FlowGraph graph = SampleGraph.of("A>C A>B B>C C>D C>A B!E E>D", "D").build();
    assertEquals(List.of("AC", "AB", "CD", "CA", "-E"), names(graph, BranchEdges.of(graph)));
  }

  /** B and C form a loop that only an exception leaves. D alone forms another loop. */
  @Test
  void aLoopWithoutBranchesHasOneCounter() {
    FlowGraph graph = SampleGraph.of("A>B B>C C>B B!D D>D", "").build();
    assertEquals(List.of("CB", "DD", "-D"), names(graph, BranchEdges.of(graph)));
  }

  /** If a loop had no counted edge, deriving the counts of its edges might not terminate. */
  @Property
  void everyLoopHasACounter(@ForAll SampleGraph sample) {
    FlowGraph graph = sample.build();
    CountedEdges counted = BranchEdges.of(graph);
    for (int start = 0; start < graph.blockCount(); start++) {
      TreeSet<Integer> seen = new TreeSet<>();
      int block = start;
      while (graph.successors(block).length == 1
          && !counted.contains(block, graph.successors(block)[0])) {
        assertTrue(seen.add(block), () -> sample + ": " + names(graph, counted));
        block = graph.successors(block)[0];
      }
    }
  }
}
