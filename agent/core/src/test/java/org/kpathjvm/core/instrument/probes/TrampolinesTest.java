package org.kpathjvm.core.instrument.probes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.kpathjvm.core.instrument.oracle.GeneratedClass.returnBoxed;

import org.junit.jupiter.api.Test;
import org.kpathjvm.core.instrument.oracle.GeneratedClass;
import org.kpathjvm.core.instrument.oracle.SampleCode;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;

class TrampolinesTest implements Opcodes {
  private static SampleCode sample(int version, int flags) {
    GeneratedClass generated =
        new GeneratedClass(version, flags)
            .f(
                m -> {
                  Label joined = new Label();
                  m.visitVarInsn(ILOAD, 0);
                  m.visitJumpInsn(IFEQ, joined);
                  m.visitIincInsn(0, 1);
                  m.visitLabel(joined);
                  returnBoxed(m, 0);
                });
    return new SampleCode(generated.bytes(), "f");
  }

  private static Trampolines trampolines(SampleCode sample) {
    ProbeLocals locals = new ProbeLocals(1, false, false, true);
    return new Trampolines(
        sample.code.method,
        new Frames(sample.code, sample.blocks, locals, sample.facts.version, new PoolDemand()));
  }

  private static InsnList body() {
    InsnList body = new InsnList();
    body.add(new InsnNode(NOP));
    return body;
  }

  @Test
  void trampolinesAreAtTheEndWithTheirTargetsFrames() {
    SampleCode sample = sample(V11, ClassWriter.COMPUTE_FRAMES);
    MethodNode method = sample.code.method;
    Trampolines trampolines = trampolines(sample);
    final int before = method.instructions.size();
    LabelNode first = trampolines.add(2, true, body());
    LabelNode second = trampolines.add(2, false, body());
    assertEquals(before, method.instructions.size());
    trampolines.append();
    assertSame(first, method.instructions.get(before));
    FrameNode frame = assertInstanceOf(FrameNode.class, first.getNext());
    assertEquals(2, frame.local.size());
    assertEquals(NOP, frame.getNext().getOpcode());
    assertSame(second, frame.getNext().getNext());
    assertEquals(1, ((FrameNode) second.getNext()).local.size());
  }

  @Test
  void oldClassesNeedNoFrame() {
    SampleCode sample = sample(V1_5, ClassWriter.COMPUTE_MAXS);
    Trampolines trampolines = trampolines(sample);
    LabelNode label = trampolines.add(2, true, body());
    trampolines.append();
    assertEquals(NOP, label.getNext().getOpcode());
  }

  /**
   * The covering handler is looked up only when the trampolines are appended. By then, another
   * handler may have replaced it.
   */
  @Test
  void aCoverIncludesOneTrampolineAndIsTheLastTableEntry() {
    SampleCode sample = sample(V11, ClassWriter.COMPUTE_FRAMES);
    Trampolines trampolines = trampolines(sample);
    TryCatchBlockNode own =
        new TryCatchBlockNode(new LabelNode(), new LabelNode(), new LabelNode(), null);
    sample.code.method.tryCatchBlocks.add(own);
    trampolines.add(2, true, body());
    LabelNode start = trampolines.add(2, true, body());
    LabelNode[] handler = new LabelNode[1];
    trampolines.coverLast(start, () -> handler[0]);
    LabelNode next = trampolines.add(2, true, body());
    handler[0] = new LabelNode();
    trampolines.append();
    assertEquals(2, sample.code.method.tryCatchBlocks.size());
    assertSame(own, sample.code.method.tryCatchBlocks.get(0));
    TryCatchBlockNode cover = sample.code.method.tryCatchBlocks.get(1);
    assertSame(start, cover.start);
    assertSame(next, cover.end.getNext());
    assertSame(handler[0], cover.handler);
    assertNull(cover.type);
  }
}
