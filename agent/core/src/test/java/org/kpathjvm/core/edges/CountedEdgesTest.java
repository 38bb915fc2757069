package org.kpathjvm.core.edges;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.kpathjvm.core.sample.SampleGraph;

class CountedEdgesTest {
  @Test
  void edgesHavePlacesInTheOrderOfAddition() {
    CountedEdges counted = new CountedEdges();
    counted.add(3, 1);
    counted.add(0, CountedEdges.OUTSIDE);
    counted.add(3, 1);
    assertEquals(2, counted.size());
    assertEquals(0, counted.place(3, 1));
    assertEquals(1, counted.place(0, CountedEdges.OUTSIDE));
    assertEquals(-1, counted.place(1, 3));
    assertTrue(counted.contains(3, 1));
    assertFalse(counted.contains(1, 3));
  }

  @Test
  void handlersAreEnteredFromOutsideTheMethod() {
    CountedEdges counted = new CountedEdges();
    counted.addHandlers(SampleGraph.of("A>B B!D A!C C>B D>B", "B").build());
    assertEquals(2, counted.size());
    assertEquals(0, counted.place(CountedEdges.OUTSIDE, 2));
    assertEquals(1, counted.place(CountedEdges.OUTSIDE, 3));
  }
}
