package org.kpathjvm.core.instrument.probes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.kpathjvm.core.instrument.options.InstrumentOptions;
import org.kpathjvm.core.instrument.options.LoopDegrees;
import org.kpathjvm.core.instrument.options.ProbeSet;
import org.kpathjvm.core.instrument.oracle.GeneratedClass;
import org.kpathjvm.core.instrument.oracle.ProbedCode;
import org.kpathjvm.core.instrument.oracle.SmallMethods;
import org.kpathjvm.core.numbering.CutMode;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;

/** What an edge of a loop whose paths are extended needs. */
class ExtendedEdgeCodeTest {
  /** Blocks: 0 header, 1 body, which goes back, 2 the exit. */
  private static MethodPlan loop(int degree) {
    byte[] classFile = new GeneratedClass().f(SmallMethods::loop).bytes();
    return ProbedCode.of(
            new InstrumentOptions(CutMode.BACK_EDGE, 4096)
                .withProbes(ProbeSet.OVERLAPS, ProbedCode.PROBES)
                .withDegrees(LoopDegrees.of(degree, List.of())),
            classFile)
        .methodPlan();
  }

  private static List<String> probes(EdgeCode edges, int from, int to) {
    List<String> names = new ArrayList<>();
    for (AbstractInsnNode node : edges.code(from, to)) {
      if (node instanceof MethodInsnNode) {
        names.add(((MethodInsnNode) node).name + ((MethodInsnNode) node).desc);
      }
    }
    return names;
  }

  @Test
  void aBackEdgeBeginsAnExtension() {
    assertEquals(List.of("begin(JII)J"), probes(loop(1).edges, 1, 0));
  }

  @Test
  void anEdgeBehindAPredicateAddsAndTheWayOutEnds() {
    EdgeCode edges = loop(1).edges;
    assertEquals(List.of("step(JI)J"), probes(edges, 0, 1));
    assertEquals(List.of("end(J)J"), probes(edges, 0, 2));
    assertTrue(edges.mayThrow(0, 1));
    assertTrue(edges.mayThrow(0, 2));
  }

  @Test
  void withDegreeZeroTheEdgesOfTheFirstPredicateEnd() {
    EdgeCode edges = loop(0).edges;
    assertEquals(List.of("end(J)J"), probes(edges, 0, 1));
    assertEquals(List.of("end(J)J"), probes(edges, 0, 2));
    assertTrue(edges.mayThrow(0, 1));
  }

  @Test
  void aMethodWithoutLoopsExtendsNothing() {
    MethodPlan plan = ProbedCode.f(ProbeSet.OVERLAPS, SmallMethods::returnsNull).methodPlan();
    assertNull(plan.overlaps);
  }
}
