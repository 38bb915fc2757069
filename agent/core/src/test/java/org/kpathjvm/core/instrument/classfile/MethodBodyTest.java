package org.kpathjvm.core.instrument.classfile;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.kpathjvm.core.instrument.oracle.GeneratedClass;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;

class MethodBodyTest implements Opcodes {
  private static MethodBody body(GeneratedClass generated, Consumer<MethodVisitor> code) {
    OffsetReader reader = new OffsetReader(generated.method(ACC_STATIC, "g", "()V", code).bytes());
    ClassFacts facts = new ClassFacts(reader);
    reader.accept(facts, ClassReader.EXPAND_FRAMES);
    return facts.methods.get(0);
  }

  private static void pushAndPop(MethodVisitor m, Object constant) {
    m.visitLdcInsn(constant);
    m.visitInsn(POP);
  }

  @Test
  void eachInstructionHasItsOffset() {
    MethodBody body =
        body(
            new GeneratedClass(),
            m -> {
              Label line = new Label();
              m.visitLabel(line);
              m.visitLineNumber(3, line);
              m.visitIntInsn(SIPUSH, 1000); // at 0
              m.visitInsn(POP); // at 3
              m.visitInsn(RETURN); // at 4
            });
    assertTrue(body.hasCode());
    assertArrayEquals(new int[] {-1, -1, 0, 3, 4}, body.offsetsByPlace());
    assertFalse(body.hasSubroutines());
  }

  @Test
  void onlyBackwardBranchesMayCloseACycle() {
    assertFalse(mayHaveCycle((m, header, end) -> m.visitJumpInsn(IFEQ, end)));
    assertTrue(mayHaveCycle((m, header, end) -> m.visitJumpInsn(IFEQ, header)));
    assertFalse(mayHaveCycle((m, header, end) -> m.visitTableSwitchInsn(0, 0, end, end)));
    assertTrue(mayHaveCycle((m, header, end) -> m.visitTableSwitchInsn(0, 0, end, header)));
    assertTrue(mayHaveCycle((m, header, end) -> m.visitTableSwitchInsn(0, 0, header, end)));
    assertFalse(
        mayHaveCycle((m, header, end) -> m.visitLookupSwitchInsn(end, new int[0], new Label[0])));
    assertTrue(
        mayHaveCycle(
            (m, header, end) -> m.visitLookupSwitchInsn(end, new int[] {9}, new Label[] {header})));
    assertTrue(
        mayHaveCycle(
            (m, header, end) -> m.visitLookupSwitchInsn(header, new int[] {9}, new Label[] {end})));
  }

  private interface Transfer {
    void write(MethodVisitor m, Label header, Label end);
  }

  private static boolean mayHaveCycle(Transfer transfer) {
    return body(
            new GeneratedClass(),
            m -> {
              Label header = new Label();
              Label end = new Label();
              m.visitLabel(header);
              m.visitInsn(ICONST_0);
              transfer.write(m, header, end);
              m.visitLabel(end);
              m.visitInsn(RETURN);
            })
        .mayHaveCycle();
  }

  /** A short constant's index is certain to fit into one byte, even after instrumentation. */
  @Test
  void shortConstantsHaveIndicesOfOneByte() {
    Handle bootstrap = new Handle(H_INVOKESTATIC, "A", "b", "()V", false);
    MethodBody body =
        body(
            new GeneratedClass(),
            m -> {
              pushAndPop(m, "near");
              pushAndPop(m, bootstrap);
              pushAndPop(m, new ConstantDynamic("d", "I", bootstrap));
              for (int i = 0; i < 250; i++) {
                pushAndPop(m, "text " + i);
              }
              m.visitInsn(RETURN);
            });
    List<Object> found = new ArrayList<>();
    for (AbstractInsnNode constant : body.shortConstants()) {
      found.add(((LdcInsnNode) constant).cst);
    }
    assertTrue(found.contains("near"));
    assertTrue(found.contains("text 5"));
    assertFalse(found.contains("text 249"));
    assertFalse(found.contains(bootstrap));
    assertTrue(found.stream().allMatch(one -> one instanceof String), found::toString);
    assertEquals(253, body.instructions.size() / 2);
  }
}
