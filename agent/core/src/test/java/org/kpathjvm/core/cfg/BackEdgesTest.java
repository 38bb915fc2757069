package org.kpathjvm.core.cfg;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.domains.Domain;
import org.junit.jupiter.api.Test;
import org.kpathjvm.core.sample.SampleGraph;
import org.kpathjvm.core.sample.SampleGraphs;
import org.kpathjvm.core.sample.SlowFlow;

class BackEdgesTest {
  @Property
  @Domain(SampleGraphs.class)
  void backEdgesAreThoseOfTheDefinition(@ForAll SampleGraph sample) {
    BackEdges backEdges = BackEdges.of(sample.build());
    SlowFlow slow = new SlowFlow(sample);
    Set<List<Integer>> found = new HashSet<>();
    for (FlowEdge edge : backEdges.edges()) {
      found.add(List.of(edge.from(), edge.to()));
      assertTrue(backEdges.contains(edge.from(), edge.to()));
      assertTrue(backEdges.isHeader(edge.to()));
    }
    assertEquals(slow.backEdges(), found);
    assertEquals(backEdges.edges().size(), found.size());
    assertEquals(slow.irreducible(), backEdges.irreducible());
    assertFalse(slow.holdsCycle());
    for (int block = 0; block < sample.blockCount; block++) {
      int header = block;
      int[] latches =
          slow.backEdges().stream()
              .filter(edge -> edge.get(1) == header)
              .mapToInt(edge -> edge.get(0))
              .sorted()
              .toArray();
      assertArrayEquals(latches, backEdges.latches(header));
      assertEquals(latches.length > 0, backEdges.isHeader(header));
    }
  }

  @Test
  void aLoopWithAHandlerIsReducible() {
    // for (;;) { A: head; B: try { ... } catch { C } D: latch }
    BackEdges backEdges = BackEdges.of(SampleGraph.of("A>B B>D B!C C>D D>A A>E", "E").build());
    assertEquals(Arrays.asList(new FlowEdge(3, 0)), backEdges.edges());
    assertFalse(backEdges.irreducible());
    assertTrue(backEdges.isHeader(0));
  }

  @Test
  void aCycleWithTwoEntriesHasARetreatingBackEdge() {
    BackEdges backEdges = BackEdges.of(SampleGraph.of("A>C A>B B>C C>B C>D", "D").build());
    assertTrue(backEdges.irreducible());
    assertEquals(Arrays.asList(new FlowEdge(2, 1)), backEdges.edges());
  }

  @Test
  void aCycleEnteredOnlyByHandlersIsFound() {
    // B and C are handlers' entries and lead to each other.
    BackEdges backEdges = BackEdges.of(SampleGraph.of("A!C A!B B>C C>B C>D", "AD").build());
    assertTrue(backEdges.irreducible());
    assertEquals(Arrays.asList(new FlowEdge(2, 1)), backEdges.edges());
  }

  @Test
  void aCycleThroughAnExceptionEdgeHasNoBackEdge() {
    BackEdges backEdges = BackEdges.of(SampleGraph.of("A>B B!A", "B").build());
    assertTrue(backEdges.edges().isEmpty());
  }

  @Test
  void theEntryMayBeALoopsHeaderAndLatch() {
    BackEdges backEdges = BackEdges.of(SampleGraph.of("A>A A>B", "B").build());
    assertTrue(backEdges.contains(0, 0));
    assertArrayEquals(new int[] {0}, backEdges.latches(0));
  }
}
