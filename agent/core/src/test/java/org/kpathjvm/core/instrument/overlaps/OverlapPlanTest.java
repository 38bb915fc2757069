package org.kpathjvm.core.instrument.overlaps;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.kpathjvm.core.instrument.lines.MarkedLines;
import org.kpathjvm.core.instrument.options.InstrumentOptions;
import org.kpathjvm.core.instrument.oracle.GeneratedClass;
import org.kpathjvm.core.instrument.oracle.ProbedCode;
import org.kpathjvm.core.instrument.oracle.Schemes;
import org.kpathjvm.core.instrument.oracle.SmallMethods;
import org.kpathjvm.core.instrument.probes.EdgeCode;
import org.kpathjvm.core.instrument.probes.MethodPlan;
import org.kpathjvm.core.numbering.CutMode;
import org.kpathjvm.runtime.json.JsonWriter;
import org.kpathjvm.runtime.json.Utf8Text;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;

/** Tests the code on the edges of a loop whose paths are extended into the next iteration. */
class OverlapPlanTest {
  /**
   * Returns the plan of a method with a loop. Block 0 is the loop's header; block 1 is the body,
   * which leads back to the header; and block 2 is the exit.
   */
  private static MethodPlan loop(int degree) {
    byte[] classFile = new GeneratedClass().f(SmallMethods::loop).bytes();
    return ProbedCode.of(
            new InstrumentOptions(CutMode.BACK_EDGE, 4096)
                .withScheme(
                    new OverlapScheme(LoopDegrees.of(degree, List.of()), false), ProbedCode.PROBES),
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
    assertEquals(List.of("begin(JII)J"), probes(loop(1).edges(), 1, 0));
  }

  @Test
  void edgesOfAPredicateExtendOrEndAPath() {
    EdgeCode edges = loop(1).edges();
    assertEquals(List.of("step(JI)J"), probes(edges, 0, 1));
    assertEquals(List.of("end(J)J"), probes(edges, 0, 2));
    assertTrue(edges.mayThrow(0, 1));
    assertTrue(edges.mayThrow(0, 2));
  }

  @Test
  void withDegreeZeroTheFirstPredicateEndsThePath() {
    EdgeCode edges = loop(0).edges();
    assertEquals(List.of("end(J)J"), probes(edges, 0, 1));
    assertEquals(List.of("end(J)J"), probes(edges, 0, 2));
    assertTrue(edges.mayThrow(0, 1));
  }

  @Test
  void aMethodWithoutLoopsHasNoOverlapTables() {
    MethodPlan plan = ProbedCode.f(Schemes.OVERLAPS, SmallMethods::returnsNull).methodPlan();
    String tables = tables(plan);
    assertFalse(tables.contains("overlaps"), tables);
  }

  private static String tables(MethodPlan plan) {
    MarkedLines lines = new MarkedLines(new Utf8Text(16));
    JsonWriter json = new JsonWriter(lines.text).beginObject();
    plan.writeTables(json, lines);
    json.endObject();
    return lines.text.toString();
  }
}
