package org.kpathjvm.core.instrument.exceptions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.kpathjvm.core.instrument.oracle.GeneratedClass;
import org.kpathjvm.core.instrument.oracle.SampleCode;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

class ThrowFreedomTest implements Opcodes {
  private static Arguments plain(int opcode, boolean throwing) {
    return arguments(new InsnNode(opcode), throwing);
  }

  static Stream<Arguments> instructions() {
    LabelNode label = new LabelNode();
    Handle handle = new Handle(H_INVOKESTATIC, "A", "m", "()V", false);
    Stream<Arguments> arithmetic =
        IntStream.rangeClosed(IADD, DCMPG)
            .filter(opcode -> opcode != IINC)
            .mapToObj(
                opcode ->
                    plain(
                        opcode,
                        opcode == IDIV || opcode == LDIV || opcode == IREM || opcode == LREM));
    Stream<Arguments> others =
        Stream.of(
            plain(NOP, false),
            plain(DCONST_1, false),
            plain(IALOAD, true),
            plain(SASTORE, true),
            plain(SWAP, false),
            plain(ARETURN, false),
            plain(ARRAYLENGTH, true),
            plain(ATHROW, true),
            plain(MONITORENTER, true),
            plain(MONITOREXIT, true),
            arguments(new IntInsnNode(SIPUSH, 300), false),
            arguments(new IntInsnNode(NEWARRAY, T_INT), true),
            arguments(new VarInsnNode(ALOAD, 1), false),
            arguments(new VarInsnNode(ASTORE, 1), false),
            arguments(new IincInsnNode(1, 1), false),
            arguments(new JumpInsnNode(GOTO, label), false),
            arguments(new JumpInsnNode(IFNONNULL, label), false),
            arguments(new TypeInsnNode(NEW, "A"), true),
            arguments(new TypeInsnNode(CHECKCAST, "A"), true),
            arguments(new LdcInsnNode(1.5), false),
            arguments(new LdcInsnNode("text"), false),
            arguments(new LdcInsnNode(Type.getObjectType("A")), true),
            arguments(new LdcInsnNode(handle), true),
            arguments(new MethodInsnNode(INVOKESTATIC, "A", "m", "()V"), true));
    return Stream.concat(arithmetic, others);
  }

  @ParameterizedTest
  @MethodSource("instructions")
  void onlySomeInstructionsCanThrow(AbstractInsnNode instruction, boolean throwing) {
    assertEquals(throwing, ThrowFreedom.canThrow(instruction));
  }

  @Test
  void fieldsOfThisAndObjectsConstructorCannotThrow() {
    SampleCode sample =
        SampleCode.constructor(
            "(LGenerated;)V",
            m -> {
              m.visitVarInsn(ALOAD, 0);
              m.visitMethodInsn(INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
              m.visitVarInsn(ALOAD, 0);
              m.visitFieldInsn(GETFIELD, GeneratedClass.NAME, "own", "I");
              m.visitVarInsn(ALOAD, 1);
              m.visitFieldInsn(GETFIELD, GeneratedClass.NAME, "own", "I");
              m.visitVarInsn(ALOAD, 0);
              m.visitFieldInsn(GETFIELD, GeneratedClass.NAME, "inherited", "I");
              m.visitInsn(RETURN);
            });
    ThisFlow flow = ThisFlow.of(sample.code, sample.blocks);
    var throwing =
        new ThrowFreedom(
                sample.code, sample.blocks, flow, sample.facts.name, sample.facts.instanceFields)
            .throwing();
    var expected = new java.util.BitSet();
    expected.set(sample.place(GETFIELD, 1));
    expected.set(sample.place(GETFIELD, 2));
    assertEquals(expected, throwing);
  }

  @Test
  void anotherSuperclassesConstructorMayThrow() {
    SampleCode sample =
        SampleCode.constructor(
            "()V",
            m -> {
              m.visitVarInsn(ALOAD, 0);
              m.visitMethodInsn(INVOKESPECIAL, "Other", "<init>", "()V", false);
              m.visitInsn(RETURN);
            });
    ThisFlow flow = ThisFlow.of(sample.code, sample.blocks);
    var throwing =
        new ThrowFreedom(
                sample.code, sample.blocks, flow, sample.facts.name, sample.facts.instanceFields)
            .throwing();
    assertEquals(flow.initialisations(), throwing);
  }
}
