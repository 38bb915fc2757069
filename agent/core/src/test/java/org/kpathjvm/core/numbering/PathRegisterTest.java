package org.kpathjvm.core.numbering;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.domains.Domain;
import net.jqwik.api.domains.DomainContext;
import org.junit.jupiter.api.Test;
import org.kpathjvm.core.cfg.BackEdges;
import org.kpathjvm.core.cfg.FlowGraph;
import org.kpathjvm.core.sample.SampleGraph;
import org.kpathjvm.core.sample.SampleGraphs;

class PathRegisterTest {
  private static final int FIRST_ID = 1000;

  private static PathNumbering number(FlowGraph graph, CutMode mode) {
    return PathNumbering.of(graph, BackEdges.of(graph), mode, 10);
  }

  private static PathRegister register(PathNumbering numbering, PathIncrements increments) {
    return new PathRegister(numbering.graph(), numbering, increments, FIRST_ID);
  }

  private static PathRegister register(String edges, String exits) {
    PathNumbering numbering = number(SampleGraph.of(edges, exits).build(), CutMode.BACK_EDGE);
    return register(numbering, new PathIncrements(numbering, null));
  }

  /** Does what probes do along a path. The register has a value only where it is live. */
  @Property
  @Domain(SampleGraphs.class)
  @Domain(DomainContext.Global.class)
  void probesReadThePathsId(
      @ForAll SampleGraph sample, @ForAll CutMode mode, @ForAll boolean chords) {
    PathNumbering numbering = number(sample.build(), mode);
    PathIncrements increments =
        new PathIncrements(
            numbering,
            chords
                ? IncrementPlacement.of(numbering, new IncrementPlacementTest.RandomWeights(5))
                : null);
    PathRegister register = register(numbering, increments);
    PathDecoder decoder = PathDecoder.of(numbering);
    for (int id = 0; id < Math.min(500, numbering.pathCount()); id++) {
      DecodedPath path = decoder.decode(id);
      int[] blocks = path.blocks();
      Integer value = null;
      if (register.isLive(blocks[0])) {
        value = register.initial(path.startKind(), blocks[0]);
      }
      for (int i = 1; i < blocks.length; i++) {
        if (register.isLive(blocks[i])) {
          value += increments.edge(blocks[i - 1], blocks[i]);
        } else {
          value = null;
        }
        // The path's id can be computed at each edge, if the rest of the path is given.
        int rest = register.along(Arrays.copyOfRange(blocks, i, blocks.length), path.endKind());
        PathValue all = register.after(blocks[i - 1], blocks[i], rest);
        int foretold = all.isConstant() ? all.value() : value + all.value();
        assertEquals(FIRST_ID + id, foretold, path::toString);
      }
      PathValue read = register.idAt(path.endKind(), blocks[blocks.length - 1]);
      int found = read.isConstant() ? read.value() : value + read.value();
      assertEquals(FIRST_ID + id, found, path::toString);
    }
  }

  @Test
  void aSinglePathNeedsNoRegister() {
    PathRegister register = register("A>B B>C", "C");
    assertFalse(register.isUsed());
    PathValue id = register.idAt(EndKind.EXIT, 2);
    assertTrue(id.isConstant());
    assertEquals(FIRST_ID, id.value());
  }

  @Test
  void theIdIsConstantAtAnExitThatOnlyOnePathReaches() {
    PathRegister register = register("A>B A>C", "BC");
    assertFalse(register.isUsed());
    assertEquals(FIRST_ID, register.idAt(EndKind.EXIT, 1).value());
    assertEquals(FIRST_ID + 1, register.idAt(EndKind.EXIT, 2).value());
  }

  @Test
  void theRegisterIsLiveUntilItIsRead() {
    // Two ways join at D. E returns, and isn't on the way to D.
    PathRegister register = register("A>B A>C A>E B>D C>D", "DE");
    assertTrue(register.isLive(0) && register.isLive(1) && register.isLive(3));
    assertFalse(register.isLive(4));
    assertTrue(register.isKnown(4));
    assertFalse(register.isKnown(3));
  }
}
