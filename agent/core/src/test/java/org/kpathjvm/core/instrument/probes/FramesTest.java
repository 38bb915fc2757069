package org.kpathjvm.core.instrument.probes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.kpathjvm.core.instrument.oracle.GeneratedClass.returnBoxed;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.kpathjvm.core.cfg.BackEdges;
import org.kpathjvm.core.instrument.oracle.GeneratedClass;
import org.kpathjvm.core.instrument.oracle.SampleCode;
import org.kpathjvm.core.numbering.CutMode;
import org.kpathjvm.core.numbering.PathIncrements;
import org.kpathjvm.core.numbering.PathNumbering;
import org.kpathjvm.core.numbering.PathRegister;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FrameNode;

class FramesTest implements Opcodes {
  private final PoolDemand demand = new PoolDemand();

  /**
   * Generates code that stores a long in local 1 and then branches. One of the two ways to the exit
   * also stores an int in local 3.
   */
  private static void code(MethodVisitor m) {
    Label joined = new Label();
    m.visitInsn(LCONST_1);
    m.visitVarInsn(LSTORE, 1);
    m.visitVarInsn(ILOAD, 0);
    m.visitJumpInsn(IFEQ, joined);
    m.visitInsn(ICONST_0);
    m.visitVarInsn(ISTORE, 3);
    m.visitLabel(joined);
    returnBoxed(m, 0);
  }

  private static SampleCode sample(int version, int flags, Consumer<MethodVisitor> code) {
    return new SampleCode(new GeneratedClass(version, flags).f(code).bytes(), "f");
  }

  private Frames frames(SampleCode sample, boolean activation, boolean register) {
    ProbeLocals locals = new ProbeLocals(sample.code.method.maxLocals, activation, false, register);
    return new Frames(sample.code, sample.blocks, locals, sample.facts.version, demand);
  }

  @Test
  void theProbesLocalsComeAfterTheMethodsLocals() {
    SampleCode sample = sample(V11, ClassWriter.COMPUTE_FRAMES, FramesTest::code);
    Frames frames = frames(sample, true, true);
    assertTrue(frames.arePresent());
    assertEquals(List.of(INTEGER, LONG, TOP, LONG, INTEGER), frames.likeAt(2, true).local);
    assertEquals(List.of(INTEGER, LONG, TOP, LONG), frames.likeAt(2, false).local);
    assertEquals(List.of(INTEGER, LONG), frames(sample, false, true).likeAt(2, false).local);
  }

  @Test
  void aCatchAllsFrameHasOnlyTheActivationAndAnUninitializedThis() {
    Frames frames = frames(sample(V11, ClassWriter.COMPUTE_FRAMES, FramesTest::code), true, true);
    FrameNode frame = frames.catchAll(false);
    assertEquals(List.of(TOP, TOP, TOP, TOP, LONG), frame.local);
    assertEquals(List.of("java/lang/Throwable"), frame.stack);
    assertEquals(List.of(UNINITIALIZED_THIS, TOP, TOP, TOP, LONG), frames.catchAll(true).local);
    // The constant pool gets the name of the frames' attribute, the class Throwable, and the name
    // of that class.
    assertEquals(3, demand.entries(java.util.Set.of()));
  }

  @Test
  void originalFramesGetTheRegisterWhereItIsLive() {
    SampleCode sample = sample(V11, ClassWriter.COMPUTE_FRAMES, FramesTest::code);
    PathNumbering numbering =
        PathNumbering.of(
            sample.blocks.graph(), BackEdges.of(sample.blocks.graph()), CutMode.BACK_EDGE, 10);
    PathRegister register =
        new PathRegister(sample.blocks.graph(), numbering, new PathIncrements(numbering, null), 1);
    assertTrue(register.isLive(2));
    frames(sample, false, true).extendOriginals(register::isLive);
    assertEquals(List.of(List.of(INTEGER, LONG, TOP, INTEGER)), locals(sample));
    SampleCode other = sample(V11, ClassWriter.COMPUTE_FRAMES, FramesTest::code);
    frames(other, true, true).extendOriginals(block -> false);
    assertEquals(List.of(List.of(INTEGER, LONG, TOP, LONG)), locals(other));
  }

  @Test
  void originalFramesStayIfTheProbesNeedNoLocals() {
    SampleCode sample = sample(V11, ClassWriter.COMPUTE_FRAMES, FramesTest::code);
    List<List<Object>> before = locals(sample);
    frames(sample, false, false).extendOriginals(block -> false);
    assertEquals(before, locals(sample));
  }

  @Test
  void oldClassesMayHaveNoFrames() {
    assertFalse(
        frames(sample(V1_5, ClassWriter.COMPUTE_MAXS, FramesTest::code), true, true).arePresent());
    assertFalse(
        frames(sample(V1_6, ClassWriter.COMPUTE_MAXS, FramesTest::code), true, true).arePresent());
    assertTrue(
        frames(sample(V1_6, ClassWriter.COMPUTE_MAXS, m -> returnBoxed(m, 0)), true, true)
            .arePresent());
  }

  private static List<List<Object>> locals(SampleCode sample) {
    List<List<Object>> locals = new ArrayList<>();
    for (AbstractInsnNode node : sample.code.method.instructions) {
      if (node instanceof FrameNode) {
        locals.add(((FrameNode) node).local);
      }
    }
    return locals;
  }
}
