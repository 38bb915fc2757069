package org.kpathjvm.core.numbering;

import static org.junit.jupiter.api.Assertions.assertEquals;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.domains.Domain;
import net.jqwik.api.domains.DomainContext;
import org.junit.jupiter.api.Test;
import org.kpathjvm.core.cfg.BackEdges;
import org.kpathjvm.core.cfg.FlowEdge;
import org.kpathjvm.core.cfg.FlowGraph;
import org.kpathjvm.core.sample.SampleGraph;
import org.kpathjvm.core.sample.SampleGraphs;

@Domain(SampleGraphs.class)
@Domain(DomainContext.Global.class)
class PathIncrementsTest {
  private static PathNumbering number(SampleGraph sample, CutMode mode) {
    FlowGraph graph = sample.build();
    return PathNumbering.of(graph, BackEdges.of(graph), mode, 4096);
  }

  private static int sum(PathIncrements increments, DecodedPath path) {
    int[] blocks = path.blocks();
    int sum = increments.start(path.startKind(), blocks[0]);
    for (int i = 1; i < blocks.length; i++) {
      sum += increments.edge(blocks[i - 1], blocks[i]);
    }
    return sum + increments.end(path.endKind(), blocks[blocks.length - 1]);
  }

  private static PathIncrements onChords(PathNumbering numbering) {
    IncrementPlacement.Weights alike =
        new IncrementPlacement.Weights() {
          @Override
          public long of(Start start) {
            return 1;
          }

          @Override
          public long of(FlowEdge edge) {
            return 1;
          }

          @Override
          public long of(End end) {
            return 1;
          }
        };
    return new PathIncrements(numbering, IncrementPlacement.of(numbering, alike));
  }

  @Property(tries = 200)
  void incrementsOnChordsAddUpToThePathsNumber(@ForAll SampleGraph sample, @ForAll CutMode mode) {
    PathNumbering numbering = number(sample, mode);
    PathIncrements values = new PathIncrements(numbering, null);
    PathIncrements chords = onChords(numbering);
    PathDecoder decoder = PathDecoder.of(numbering);
    for (int id = 0; id < numbering.pathCount(); id++) {
      assertEquals(id, sum(values, decoder.decode(id)));
      assertEquals(id, sum(chords, decoder.decode(id)));
    }
  }

  /** Two paths begin at A, so the start at the handler E has the value 2. */
  @Test
  void withoutChordsIncrementsAreTheValues() {
    PathNumbering numbering =
        number(SampleGraph.of("A>B A!E B>C B>D C>D E>D", "D"), CutMode.BACK_EDGE);
    PathIncrements values = new PathIncrements(numbering, null);
    assertEquals(numbering.edgeValue(1, 3), values.edge(1, 3));
    assertEquals(2, values.start(StartKind.HANDLER, 4));
    assertEquals(0, values.end(EndKind.EXIT, 3));
  }
}
