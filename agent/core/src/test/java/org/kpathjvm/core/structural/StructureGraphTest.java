package org.kpathjvm.core.structural;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.domains.Domain;
import org.junit.jupiter.api.Test;
import org.kpathjvm.core.numbering.StartKind;
import org.kpathjvm.core.sample.SampleGraph;
import org.kpathjvm.core.sample.SampleGraphs;

class StructureGraphTest {
  /** The n paths of a graph are numbered 0 to n-1, in the order of {@link StructurePaths#of}. */
  @Property
  @Domain(SampleGraphs.class)
  void pathsAreNumberedInOrder(@ForAll SampleGraph sample) {
    for (StructureGraph graph : StructureForestTest.forest(sample).graphs()) {
      List<Integer> numbers =
          StructurePaths.of(graph).stream()
              .map(StructurePaths.Path::number)
              .collect(Collectors.toList());
      assertEquals(
          IntStream.range(0, (int) graph.pathCount()).boxed().collect(Collectors.toList()),
          numbers);
    }
  }

  @Test
  void aCycleIsNotNumbered() {
    StructureGraph graph = new StructureGraph(0, StructureGraph.OUTLINE, -1);
    graph.addNode(0);
    graph.addNode(1);
    graph.addStep(StepKind.EDGE, 0, 1);
    graph.addStep(StepKind.EDGE, 1, 0);
    graph.addStart(StartKind.ENTRY, 0, 0);
    assertFalse(graph.number());
  }

  @Test
  void theStoredNumberOfPathsIsLimited() {
    StructureGraph graph = new StructureGraph(0, StructureGraph.OUTLINE, -1);
    for (int node = 0; node < 300; node++) {
      graph.addNode(node);
    }
    for (int node = 0; node < 297; node += 3) {
      for (int step = 1; step < 4; step++) {
        graph.addStep(StepKind.EDGE, node, node + step);
        if (step < 3) {
          graph.addStep(StepKind.EDGE, node + step, node + 3);
        }
      }
    }
    graph.addStart(StartKind.ENTRY, 0, 0);
    assertTrue(graph.number());
    assertEquals(StructureGraph.MANY_PATHS, graph.pathCount());
  }
}
