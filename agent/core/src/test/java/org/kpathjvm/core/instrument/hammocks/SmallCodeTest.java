package org.kpathjvm.core.instrument.hammocks;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.IntInsnNode;

/** Tests which instructions are chosen for pushing, adding and multiplying ints. */
class SmallCodeTest implements Opcodes {
  @ParameterizedTest
  @CsvSource({"-1, 2", "0, 3", "5, 8"})
  void smallNumbersArePushedByOneByteInstructions(int value, int opcode) {
    assertEquals(opcode, SmallCode.push(value).getOpcode());
  }

  @ParameterizedTest
  @CsvSource({"6, 16", "-2, 16", "127, 16", "-128, 16", "128, 17", "-129, 17", "32767, 17"})
  void otherNumbersAreOperandsOfThePushInstruction(int value, int opcode) {
    IntInsnNode push = (IntInsnNode) SmallCode.push(value);
    assertEquals(opcode, push.getOpcode());
    assertEquals(value, push.operand);
  }

  @Test
  void addingZeroAndMultiplyingByOneAreLeftOut() {
    InsnList list = new InsnList();
    SmallCode.add(list, 0);
    SmallCode.multiply(list, 1);
    assertEquals(0, list.size());
  }

  @Test
  void productsAndSumsTakeFewInstructions() {
    InsnList list = new InsnList();
    SmallCode.multiply(list, -1);
    SmallCode.multiply(list, 3);
    SmallCode.add(list, 2);
    SmallCode.addTo(list, 7);
    int[] opcodes = {INEG, ICONST_3, IMUL, ICONST_2, IADD, ILOAD, IADD, ISTORE};
    int at = 0;
    for (AbstractInsnNode node : list) {
      assertEquals(opcodes[at++], node.getOpcode());
    }
    assertEquals(opcodes.length, at);
  }
}
