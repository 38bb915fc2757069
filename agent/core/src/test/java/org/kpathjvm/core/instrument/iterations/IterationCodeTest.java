package org.kpathjvm.core.instrument.iterations;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.kpathjvm.core.cfg.BackEdges;
import org.kpathjvm.core.cfg.FlowGraph;
import org.kpathjvm.core.instrument.probes.PoolDemand;
import org.kpathjvm.core.instrument.probes.ProbeEmitter;
import org.kpathjvm.core.kiter.IteratedLoops;
import org.kpathjvm.core.kiter.IterationNumbering;
import org.kpathjvm.core.numbering.StartKind;
import org.kpathjvm.core.sample.SampleGraph;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;

/**
 * Tests which probe is called at which place, in the graph of figure 1 of Roy and Srikant's paper
 * about k-iteration paths. The class {@code Differential} checks what the code computes.
 */
class IterationCodeTest {
  private static final FlowGraph GRAPH =
      SampleGraph.of("A>B B>C B>D C>E D>E D>F E>B E>F", "F").build();

  private static final ProbeEmitter EMITTER = new ProbeEmitter("P", null, null, new PoolDemand());

  private static IterationCode code(boolean hashed) {
    BackEdges backEdges = BackEdges.of(GRAPH);
    IterationNumbering numbering =
        IterationNumbering.of(
            GRAPH, backEdges, IteratedLoops.of(GRAPH, backEdges, header -> 2), 60_000);
    assertEquals(3, IterationCode.locals(numbering));
    return new IterationCode(GRAPH, numbering, 100, 200, 7, hashed, EMITTER);
  }

  private static List<String> called(InsnList list) {
    List<String> called = new ArrayList<>();
    for (AbstractInsnNode node : list) {
      if (node instanceof MethodInsnNode) {
        called.add(((MethodInsnNode) node).name);
      }
    }
    return called;
  }

  @Test
  void probesAreAtBackEdgesAndExits() {
    assertEquals(List.of("window"), called(code(false).code(4, 1)));
    assertEquals(List.of("hashedWindow"), called(code(true).code(4, 1)));
    assertEquals(List.of("path"), called(code(false).atExit(5)));
    assertEquals(List.of("hashed"), called(code(true).atExit(5)));
    assertEquals(List.of(), called(code(false).code(3, 5)));
    assertThrows(IllegalArgumentException.class, () -> code(false).atExit(4));
  }

  @Test
  void theIdOfTheBackEdgeCounterIsPassed() {
    List<Object> constants = new ArrayList<>();
    for (AbstractInsnNode node : code(false).code(4, 1)) {
      if (node instanceof IntInsnNode && ((IntInsnNode) node).operand >= 100) {
        constants.add(((IntInsnNode) node).operand);
      }
    }
    // 113 is the id with which the next path begins.
    assertEquals(List.of(200, 113), constants);
  }

  @Test
  void onlyEdgesThatChangeRegistersNeedCode() {
    assertFalse(code(false).isNeeded(0, 1));
    assertFalse(code(false).isNeeded(2, 4));
    assertTrue(code(false).isNeeded(1, 3));
    // The edge leaves the loop, so it needs code even if its values are 0.
    assertTrue(code(false).isNeeded(4, 5));
    assertFalse(code(false).mayThrow(1, 3));
    assertTrue(code(false).mayThrow(4, 1));
  }

  @Test
  void pathsBeginWithTheIdOfTheirStart() {
    IntInsnNode id = (IntInsnNode) code(false).atStart(StartKind.LOOP, 1).getFirst();
    assertEquals(113, id.operand);
    // At the method's entry, all three locals get a value.
    assertEquals(6, code(false).atEntry().size());
  }
}
