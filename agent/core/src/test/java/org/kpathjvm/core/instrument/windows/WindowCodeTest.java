package org.kpathjvm.core.instrument.windows;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.kpathjvm.core.cfg.BackEdges;
import org.kpathjvm.core.cfg.FlowEdge;
import org.kpathjvm.core.cfg.FlowGraph;
import org.kpathjvm.core.instrument.oracle.ClassFiles;
import org.kpathjvm.core.instrument.oracle.WindowDifferential;
import org.kpathjvm.core.instrument.probes.PoolDemand;
import org.kpathjvm.core.instrument.probes.ProbeEmitter;
import org.kpathjvm.core.instrument.programs.Constructors;
import org.kpathjvm.core.instrument.programs.Handlers;
import org.kpathjvm.core.instrument.programs.Loops;
import org.kpathjvm.core.instrument.programs.Monitors;
import org.kpathjvm.core.instrument.programs.Retries;
import org.kpathjvm.core.instrument.programs.Switches;
import org.kpathjvm.core.instrument.programs.Throwing;
import org.kpathjvm.core.instrument.programs.Trips;
import org.kpathjvm.core.numbering.CutMode;
import org.kpathjvm.core.numbering.End;
import org.kpathjvm.core.numbering.IncrementPlacement;
import org.kpathjvm.core.numbering.PathNumbering;
import org.kpathjvm.core.numbering.Start;
import org.kpathjvm.core.sample.SampleGraph;
import org.kpathjvm.core.structural.StructureForest;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.MethodInsnNode;

class WindowCodeTest {
  private static final ProbeEmitter PLAIN = new ProbeEmitter("P", null, null, new PoolDemand());

  private static String probes(InsnList code) {
    List<String> probes = new ArrayList<>();
    for (AbstractInsnNode node : code) {
      if (node instanceof MethodInsnNode) {
        probes.add(((MethodInsnNode) node).name);
      }
    }
    return String.join(" ", probes);
  }

  private static WindowCode code(SampleGraph sample) {
    FlowGraph graph = sample.build();
    StructureForest forest = StructureForest.of(graph, BackEdges.of(graph), new BitSet());
    return new WindowCode(forest, 100, 3, PLAIN);
  }

  /**
   * The graph of figures 1, 6 and 11 of Yasue et al.'s paper about structural path profiling. The
   * paper's node n is block n here, and block 0 leads to block 1.
   */
  private static final SampleGraph FIGURE_1 =
      SampleGraph.of("A>B B>C C>D D>E D>G E>F E>D G>H G>C", "FH");

  @Test
  void thePapersExampleHasTenCodeBlocks() {
    List<int[]> edges = new ArrayList<>();
    FIGURE_1.edges.forEach(edge -> edges.add(new int[] {edge.get(0), edge.get(1)}));
    assertEquals(10, code(FIGURE_1).codeBlocks(edges, List.of(5, 7), List.of()));
  }

  /**
   * No edge has an increment. So, as in figure 4 of the paper, there is code only at the entry, at
   * both back edges and at both exits.
   */
  @Test
  void ballLarusProbesTakeFiveCodeBlocksInTheExample() {
    FlowGraph graph = FIGURE_1.build();
    BackEdges backEdges = BackEdges.of(graph);
    PathNumbering numbering = PathNumbering.of(graph, backEdges, CutMode.BACK_EDGE, 4096);
    assertEquals(12, numbering.pathCount());
    IncrementPlacement placement =
        IncrementPlacement.of(
            numbering,
            new IncrementPlacement.Weights() {
              @Override
              public long of(Start start) {
                return 0;
              }

              @Override
              public long of(FlowEdge edge) {
                return 1;
              }

              @Override
              public long of(End end) {
                return 0;
              }
            });
    long increments =
        numbering.numberedEdges().stream().filter(edge -> placement.increment(edge) != 0).count();
    assertEquals(5, 1 + backEdges.edges().size() + 2 + increments);
  }

  @Test
  void anEdgeHasTheCodeOfAllItsStructureGraphs() {
    WindowCode code = code(FIGURE_1);
    assertEquals("start", probes(code.atEntry()));
    assertEquals("start", probes(code.code(1, 2)));
    assertEquals("start", probes(code.code(2, 3)));
    assertEquals("end", probes(code.code(3, 6)));
    assertEquals("end start", probes(code.code(4, 3)));
    assertEquals("end end", probes(code.code(4, 5)));
    assertEquals("end start", probes(code.code(6, 2)));
    assertEquals("end", probes(code.atExit(5)));
    assertTrue(!code.isNeeded(3, 4) && !code.isNeeded(0, 1));
  }

  @ParameterizedTest
  @ValueSource(
      classes = {
        Loops.class,
        Handlers.class,
        Retries.class,
        Monitors.class,
        Constructors.class,
        Switches.class,
        Trips.class,
        Throwing.class
      })
  void structuralPathsMatchTheTrace(Class<?> program) throws Exception {
    WindowDifferential differential =
        new WindowDifferential(ClassFiles.of(program), program.getName());
    differential.check();
    differential.checkShut();
  }

  @Test
  void structuralPathsOfNestedLoopsWithExceptionsMatchTheTrace() throws Exception {
    String source =
        "class Nested { static int[] A = {1, 2, 3}, B = {1, 1, 1, 1, 1, 1, 1, 1, 1}; static String run() { String s = \"\";\n"
            + "for (int i = 0; i < 40; i++) { s += f(i) + g(i) + h(i); } return s; }\n"
            + "static int f(int a) { int r = 0; outer: for (int i = 0; i < a; i++) {\n"
            + " for (int j = 0; j < i; j++) { if (j * i == 12) continue outer; if (r > 200) break outer;\n"
            + "  try { if ((i + j) % 5 == 0) throw new RuntimeException(); r += 10 / (j - 3); }\n"
            + "  catch (ArithmeticException e) { r++; } catch (RuntimeException e) { r += 2;\n"
            + "   if (j > 8) return r; } } r += i % 3 == 0 ? 1 : 2; } return r; }\n"
            + "static int g(int a) { int r = 0; try { for (int i = 0; ; i++) {\n"
            + "  while (r % 7 != i) { r += A[i % 4] + B[r % 10]; } } }\n"
            + " catch (IndexOutOfBoundsException e) { for (int i = 0; i < 3; i++) r++; } return r; }\n"
            + "static int h(int a) { do { try { if (a % 3 == 0) return a; if (a % 5 == 0) throw new Error();\n"
            + "  a -= 2; while (a % 4 == 1) a--; } catch (Error e) { a--; } } while (a > 0); return a; } }";
    new WindowDifferential(ClassFiles.compile("Nested", source), "Nested").check();
  }
}
