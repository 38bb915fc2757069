package org.kpathjvm.core.instrument.paths;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.kpathjvm.core.instrument.oracle.GeneratedClass.returnBoxed;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.kpathjvm.core.instrument.options.InstrumentOptions;
import org.kpathjvm.core.instrument.oracle.GeneratedClass;
import org.kpathjvm.core.instrument.oracle.ProbedCode;
import org.kpathjvm.core.instrument.oracle.Schemes;
import org.kpathjvm.core.instrument.oracle.SmallMethods;
import org.kpathjvm.core.instrument.probes.EdgeCode;
import org.kpathjvm.core.numbering.CutMode;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.IincInsnNode;

/** Tests the code that is inserted on edges of a method whose paths are recorded. */
class PathEdgeCodeTest implements Opcodes {
  /**
   * The code on the edges of a method with a loop. Block 0 is the loop's header; block 1 is the
   * body, which leads back to the header; and block 2 is the exit.
   */
  private final EdgeCode loop =
      ProbedCode.f(Schemes.PATHS, SmallMethods::loop).methodPlan().edges();

  private static List<Integer> opcodes(EdgeCode edges, int from, int to) {
    List<Integer> opcodes = new ArrayList<>();
    for (AbstractInsnNode node : edges.code(from, to)) {
      opcodes.add(node.getOpcode());
    }
    return opcodes;
  }

  @Test
  void anEdgeWithValueOneIncrementsTheRegister() {
    assertTrue(loop.isNeeded(0, 1));
    AbstractInsnNode increment = loop.code(0, 1).getFirst();
    assertEquals(1, ((IincInsnNode) increment).incr);
    assertEquals(List.of(IINC), opcodes(loop, 0, 1));
  }

  @Test
  void anEdgeWithValueZeroNeedsNoCode() {
    assertFalse(loop.isNeeded(0, 2));
  }

  @Test
  void aSmallIncrementCannotThrowAndMayStandInTheEdgesTarget() {
    assertTrue(loop.mayStandInTarget(0, 1));
    assertFalse(loop.mayThrow(0, 1));
  }

  @Test
  void aBackEdgeCompletesAPathAndStartsTheNext() {
    assertTrue(loop.isNeeded(1, 0));
    assertEquals(List.of(ILOAD, INVOKESTATIC, ICONST_3, ISTORE), opcodes(loop, 1, 0));
  }

  @Test
  void theCodeOfABackEdgeMayThrowAndStaysOnTheEdge() {
    assertTrue(loop.mayThrow(1, 0));
    assertFalse(loop.mayStandInTarget(1, 0));
  }

  /**
   * Only one path leads to each block, so the ids are constants and nothing reads the path
   * register.
   */
  @Test
  void anUnreadRegisterIsNotIncremented() {
    ProbedCode code =
        ProbedCode.f(
            Schemes.PATHS,
            m -> {
              Label other = new Label();
              m.visitVarInsn(ILOAD, 0);
              m.visitJumpInsn(IFEQ, other);
              SmallMethods.returnsNull(m);
              m.visitLabel(other);
              returnBoxed(m, 0);
            });
    EdgeCode edges = code.methodPlan().edges();
    assertFalse(edges.isNeeded(0, 1));
    assertFalse(edges.isNeeded(0, 2));
  }

  /**
   * Paths are cut at all edges into the header. So only one path leads from each start to each end.
   * The ids are constants, and nothing reads the path register.
   */
  @Test
  void anUnreadRegisterIsNotSetAfterACut() {
    byte[] classFile =
        new GeneratedClass()
            .f(
                m -> {
                  m.visitIincInsn(0, 1);
                  SmallMethods.loop(m);
                })
            .bytes();
    InstrumentOptions options =
        new InstrumentOptions(CutMode.LOOP_HEADER, 9)
            .withScheme(Schemes.PATHS.scheme(), ProbedCode.PROBES);
    EdgeCode edges = ProbedCode.of(options, classFile).methodPlan().edges();
    assertTrue(edges.isNeeded(0, 1));
    assertEquals(List.of(ICONST_1, INVOKESTATIC), opcodes(edges, 0, 1));
  }

  /**
   * There are 16 branches one after the other, and an edge of the first branch adds 32768 to the
   * path's number.
   */
  @Test
  void aLargeIncrementLoadsAConstant() {
    byte[] classFile = new GeneratedClass().f(m -> branches(m, 16)).bytes();
    InstrumentOptions options =
        new InstrumentOptions(CutMode.BACK_EDGE, 1 << 17)
            .withScheme(Schemes.PATHS.scheme(), ProbedCode.PROBES);
    EdgeCode edges = ProbedCode.of(options, classFile).methodPlan().edges();
    assertEquals(List.of(ILOAD, LDC, IADD, ISTORE), opcodes(edges, 0, 1));
    assertTrue(edges.mayThrow(0, 1));
    assertEquals(List.of(IINC), opcodes(edges, 2, 3));
    assertFalse(edges.mayThrow(2, 3));
  }

  private static void branches(MethodVisitor m, int count) {
    for (int i = 0; i < count; i++) {
      Label next = new Label();
      m.visitVarInsn(ILOAD, 0);
      m.visitJumpInsn(IFEQ, next);
      m.visitIincInsn(0, 1);
      m.visitLabel(next);
    }
    returnBoxed(m, 0);
  }
}
