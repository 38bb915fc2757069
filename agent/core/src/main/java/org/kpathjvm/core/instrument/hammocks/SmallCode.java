package org.kpathjvm.core.instrument.hammocks;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Emits instructions of int arithmetic. The comments at the ends of lines show the operand stack;
 * the top is on the right.
 */
final class SmallCode {
  private SmallCode() {}

  static AbstractInsnNode of(int opcode) {
    return new InsnNode(opcode);
  }

  static AbstractInsnNode load(int local) {
    return new VarInsnNode(Opcodes.ILOAD, local);
  }

  /** Returns the instruction that pushes a number that fits into a short. */
  static AbstractInsnNode push(int value) {
    if (value >= -1 && value <= 5) {
      return new InsnNode(Opcodes.ICONST_0 + value);
    }
    return new IntInsnNode(value == (byte) value ? Opcodes.BIPUSH : Opcodes.SIPUSH, value);
  }

  /** Emits the code that adds a number to the topmost operand. */
  static void add(InsnList list, int value) {
    if (value != 0) {
      list.add(push(value)); // operand value
      list.add(of(Opcodes.IADD)); // sum
    }
  }

  /** Emits the code that multiplies the topmost operand by a number. */
  static void multiply(InsnList list, int value) {
    if (value == -1) {
      list.add(of(Opcodes.INEG)); // product
    } else if (value != 1) {
      list.add(push(value)); // operand value
      list.add(of(Opcodes.IMUL)); // product
    }
  }

  /** Emits the code that adds the topmost operand to a local variable. */
  static void addTo(InsnList list, int local) {
    list.add(load(local)); // operand variable
    list.add(of(Opcodes.IADD)); // sum
    list.add(new VarInsnNode(Opcodes.ISTORE, local)); //
  }
}
