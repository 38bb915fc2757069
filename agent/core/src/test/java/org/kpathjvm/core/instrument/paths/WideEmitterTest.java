package org.kpathjvm.core.instrument.paths;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.kpathjvm.core.instrument.options.InstrumentOptions;
import org.kpathjvm.core.instrument.oracle.ClassFiles;
import org.kpathjvm.core.instrument.oracle.Guides;
import org.kpathjvm.core.instrument.oracle.ProbedCode;
import org.kpathjvm.core.instrument.oracle.Schemes;
import org.kpathjvm.core.instrument.probes.MethodPlan;
import org.kpathjvm.core.numbering.CutMode;
import org.kpathjvm.core.numbering.EndKind;
import org.kpathjvm.core.numbering.PathValue;
import org.kpathjvm.core.numbering.StartKind;
import org.kpathjvm.core.numbering.TakenPath;
import org.objectweb.asm.tree.InsnList;

/**
 * Tests the code that records a path whose number may be too large to be packed into a word. A word
 * is the local variable into which an activation's paths are packed.
 */
class WideEmitterTest {
  private static final Map<String, byte[]> CLASSES =
      ClassFiles.compile(
          "Branches",
          "interface Branches { static int f(int n) { int s = 0; while (n > 0) {"
              + " if ((n & 1) != 0) { s++; } if ((n & 2) != 0) { s--; }"
              + " if ((n & 4) != 0) { s += 2; } n--; } return s; } }");

  private static ProbedCode guided() {
    InstrumentOptions options =
        new InstrumentOptions(CutMode.BACK_EDGE, 4096)
            .withScheme(Schemes.STREAM.scheme(), ProbedCode.PROBES);
    MethodPlan plan = ProbedCode.of(options, CLASSES.get("Branches")).methodPlan();
    // After the loop test, the hot path skips the body of each `if`.
    int header = plan.code.backEdges.edges().get(0).to();
    int[] blocks = new int[] {header, header + 1, header + 3, header + 5, header + 7};
    TakenPath trip = new TakenPath(StartKind.LOOP, EndKind.LOOP, blocks, 1000);
    return ProbedCode.of(
        options.guidedBy(Guides.of(CLASSES, Map.of("Branches.f(I)I", List.of(trip)))),
        CLASSES.get("Branches"));
  }

  /**
   * A path's number is compared with a limit. A number below the limit is put into the word. Any
   * other number is passed to a probe.
   */
  @Test
  void pathsAreComparedWithTheWordsLimit() {
    ProbedCode code = guided();
    PackedPlan plan = (PackedPlan) code.plan;
    assertTrue(plan.isGuided());
    assertEquals(1, plan.packing.bits);
    String pack = "ILOAD ICONST_2 IF_ICMPGE LLOAD ICONST_1 LSHL ILOAD I2L LOR DUP2 LSTORE";
    assertTrue(code.text().contains(pack), code.text());
    String wide = "LLOAD LLOAD LDC ILOAD .wide LSTORE LCONST_1 LSTORE";
    assertTrue(code.text().contains(wide), code.text());
  }

  @Test
  void aConstantIsNotComparedWithTheLimit() {
    PackedPlan plan = (PackedPlan) guided().plan;
    assertFalse(plan.packing.isNarrow(2));
    int narrow = plan.wide.pack(PathValue.constant(1), null, null, new InsnList()).size();
    assertEquals(plan.emitter.pack(PathValue.constant(1), null, new InsnList()).size(), narrow);
    int wide = plan.wide.pack(PathValue.constant(2), null, null, new InsnList()).size();
    assertEquals(plan.wide.wide(PathValue.constant(2)).size(), wide);
  }
}
