package org.kpathjvm.core.structural;

import static org.junit.jupiter.api.Assertions.assertEquals;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.domains.Domain;
import org.junit.jupiter.api.Test;
import org.kpathjvm.core.sample.SampleGraph;
import org.kpathjvm.core.sample.SampleGraphs;

class GraphIncrementsTest {
  @Property
  @Domain(SampleGraphs.class)
  void incrementsAddUpToThePathsNumber(@ForAll SampleGraph sample) {
    for (StructureGraph graph : StructureForestTest.forest(sample).graphs()) {
      GraphIncrements increments = GraphIncrements.of(graph);
      for (StructurePaths.Path path : StructurePaths.of(graph)) {
        assertEquals(path.number(), path.increments(increments));
      }
    }
  }

  /**
   * As in figure 11 of Yasue et al.'s paper about structural path profiling, there is no code on
   * edges within a graph.
   */
  @Test
  void graphsOfFigure1HaveCodeOnlyAtStartsAndEnds() {
    for (StructureGraph graph : StructureForestTest.forest(StructureForestTest.FIGURE_1).graphs()) {
      GraphIncrements increments = GraphIncrements.of(graph);
      for (int node : graph.nodes()) {
        graph.steps(node).stream()
            .filter(step -> !step.isEnd())
            .forEach(step -> assertEquals(0, increments.of(step)));
      }
    }
  }
}
