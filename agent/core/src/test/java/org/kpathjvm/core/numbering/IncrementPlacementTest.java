package org.kpathjvm.core.numbering;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
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
class IncrementPlacementTest {
  static final class RandomWeights implements IncrementPlacement.Weights {
    private final Random random;

    RandomWeights(long seed) {
      random = new Random(seed);
    }

    @Override
    public long of(Start start) {
      return random.nextInt(100);
    }

    @Override
    public long of(FlowEdge edge) {
      return random.nextInt(100);
    }

    @Override
    public long of(End end) {
      return random.nextInt(100);
    }
  }

  @Property
  void incrementsAddUpToThePathsNumber(
      @ForAll SampleGraph sample, @ForAll CutMode mode, @ForAll long seed) {
    FlowGraph graph = sample.build();
    PathNumbering numbering = PathNumbering.of(graph, BackEdges.of(graph), mode, 10);
    IncrementPlacement placement = IncrementPlacement.of(numbering, new RandomWeights(seed));
    PathDecoder decoder = PathDecoder.of(numbering);
    for (int id = 0; id < numbering.pathCount(); id++) {
      assertEquals(id, sum(numbering, placement, decoder.decode(id)));
    }
    for (FlowEdge edge : numbering.numberedEdges()) {
      if (!placement.isChord(edge)) {
        assertEquals(0, placement.increment(edge));
      }
    }
  }

  private static long sum(PathNumbering numbering, IncrementPlacement placement, DecodedPath path) {
    int[] blocks = path.blocks();
    int last = blocks[blocks.length - 1];
    int startValue = numbering.startValue(path.startKind(), blocks[0]);
    int endValue = numbering.endValue(path.endKind(), last);
    long sum = placement.increment(new Start(path.startKind(), blocks[0], startValue));
    for (int place = 1; place < blocks.length; place++) {
      sum += placement.increment(new FlowEdge(blocks[place - 1], blocks[place]));
    }
    return sum + placement.increment(new End(path.endKind(), last, endValue));
  }

  @Test
  void theSpanningTreePrefersHeavyEdges() {
    // A>B>D is hot, and A>C>D is cold.
    FlowGraph graph = SampleGraph.of("A>B A>C B>D C>D", "D").build();
    PathNumbering numbering = PathNumbering.of(graph, BackEdges.of(graph), CutMode.BACK_EDGE, 9);
    IncrementPlacement.Weights weights =
        new IncrementPlacement.Weights() {
          @Override
          public long of(Start start) {
            return 100;
          }

          @Override
          public long of(FlowEdge edge) {
            return edge.to() == 1 ? 90 : edge.from() == 1 ? 80 : edge.from();
          }

          @Override
          public long of(End end) {
            return 100;
          }
        };
    IncrementPlacement placement = IncrementPlacement.of(numbering, weights);
    // The dummy edges are ENTRY>A, D>EXIT and EXIT>ENTRY. B>D would close a cycle with A>B and the
    // dummy edges, and A>C would close a cycle with C>D and the dummy edges.
    assertFalse(placement.isChord(new FlowEdge(0, 1)));
    assertFalse(placement.isChord(new FlowEdge(2, 3)));
    assertTrue(placement.isChord(new FlowEdge(1, 3)));
    assertTrue(placement.isChord(new FlowEdge(0, 2)));
  }
}
