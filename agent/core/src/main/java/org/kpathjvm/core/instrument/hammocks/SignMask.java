package org.kpathjvm.core.instrument.hammocks;

import org.kpathjvm.core.instrument.code.CodeBlocks;
import org.kpathjvm.core.instrument.code.OriginalCode;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.IntInsnNode;

/**
 * Computes the outcome of a comparison of ints in advance, as an int of all ones or all zeros. The
 * comments at the ends of lines show the operand stack, with the top on the right. In the comments,
 * the operands of the comparison are called x, or a and b.
 */
final class SignMask {
  private SignMask() {}

  /** Returns whether there is a mask for the branch that a block ends with. */
  static boolean fits(OriginalCode code, CodeBlocks blocks, int block) {
    int opcode = blocks.lastInstruction(block).getOpcode();
    switch (opcode) {
      case Opcodes.IFLT:
      case Opcodes.IFGE:
      case Opcodes.IFGT:
      case Opcodes.IFLE:
        return isNumber(before(code, blocks, block), true);
      case Opcodes.IFEQ:
      case Opcodes.IFNE:
        return isNumber(before(code, blocks, block), false);
      case Opcodes.IF_ICMPLT:
      case Opcodes.IF_ICMPGE:
      case Opcodes.IF_ICMPGT:
      case Opcodes.IF_ICMPLE:
        return true;
      default:
        return false;
    }
  }

  private static int before(OriginalCode code, CodeBlocks blocks, int block) {
    int opcode = -1;
    for (int at = blocks.first(block); at < blocks.last(block); at = code.next(at)) {
      opcode = code.node(at).getOpcode();
    }
    return opcode;
  }

  /**
   * Returns whether an instruction pushes a number rather than the outcome of a comparison. For
   * such an outcome, C2 would have to compute a value that only the mask needs.
   *
   * @param variables whether a value that is read from a variable, a field or a byte array counts
   *     as a number
   */
  private static boolean isNumber(int opcode, boolean variables) {
    return opcode >= Opcodes.IADD && opcode <= Opcodes.LXOR
        || opcode >= Opcodes.IALOAD && opcode <= Opcodes.SALOAD && opcode != Opcodes.BALOAD
        || variables
            && (opcode == Opcodes.ILOAD
                || opcode == Opcodes.GETFIELD
                || opcode == Opcodes.GETSTATIC
                || opcode == Opcodes.BALOAD);
  }

  /**
   * Returns true if the mask is all ones when the branch is taken, and false if the mask is all
   * ones when the branch isn't taken.
   */
  static boolean isSetIfTaken(int opcode) {
    switch (opcode) {
      case Opcodes.IFNE:
      case Opcodes.IFLT:
      case Opcodes.IFLE:
      case Opcodes.IF_ICMPLT:
      case Opcodes.IF_ICMPGT:
        return true;
      default:
        return false;
    }
  }

  /**
   * Returns the code that pushes the mask of a branch. The operands that the branch will pop remain
   * below the mask.
   */
  static InsnList push(int opcode) {
    InsnList list = new InsnList();
    switch (opcode) {
      case Opcodes.IFLT:
      case Opcodes.IFGE:
        add(list, Opcodes.DUP); // x x
        return sign(list); // x x<0
      case Opcodes.IFGT:
      case Opcodes.IFLE:
        // If x is 0 or less, x or x - 1 is negative. For the least x, x - 1 overflows to a positive
        // number, but x is negative.
        add(list, Opcodes.DUP, Opcodes.DUP, Opcodes.ICONST_1, Opcodes.ISUB); // x x x-1
        add(list, Opcodes.IOR); // x x|x-1
        return sign(list); // x x<=0
      case Opcodes.IFEQ:
      case Opcodes.IFNE:
        // Unless x is 0, x or -x is negative. If x is the least int, both are the least int.
        add(list, Opcodes.DUP, Opcodes.DUP, Opcodes.INEG); // x x -x
        add(list, Opcodes.IOR); // x x|-x
        return sign(list); // x x!=0
      case Opcodes.IF_ICMPLT:
      case Opcodes.IF_ICMPGE:
        add(list, Opcodes.DUP2, Opcodes.SWAP); // a b b a
        return difference(list); // a b a<b
      default:
        add(list, Opcodes.DUP2); // a b a b
        return difference(list); // a b b<a
    }
  }

  /** Adds the code that replaces an operand by its sign: all ones if negative, otherwise 0. */
  private static InsnList sign(InsnList list) {
    list.add(new IntInsnNode(Opcodes.BIPUSH, Integer.SIZE - 1));
    add(list, Opcodes.ISHR);
    return list;
  }

  /**
   * Adds the code that replaces two operands by the sign of their difference: the upper operand
   * minus the lower one.
   */
  private static InsnList difference(InsnList list) {
    add(list, Opcodes.I2L, Opcodes.DUP2_X1, Opcodes.POP2, Opcodes.I2L); // upper lower, as longs
    add(list, Opcodes.LSUB); // upper-lower
    list.add(new IntInsnNode(Opcodes.BIPUSH, Long.SIZE - 1));
    add(list, Opcodes.LSHR, Opcodes.L2I); // upper<lower
    return list;
  }

  private static void add(InsnList list, int... opcodes) {
    for (int opcode : opcodes) {
      list.add(new InsnNode(opcode));
    }
  }
}
