package org.kpathjvm.core.instrument.hammocks;

import org.kpathjvm.core.instrument.code.CodeBlocks;
import org.kpathjvm.core.instrument.code.OriginalCode;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.IntInsnNode;

/** What a comparison of ints will come to, as an int of all ones or all zeros. */
final class SignMask {
  private SignMask() {}

  /** Whether there is a mask for the branch that a block ends with. */
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
   * Whether an instruction leaves a number, and not what a comparison came to, which C2 would have
   * to make for the mask and for nothing else.
   *
   * @param variables whether what was stored before counts as one
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

  /** Whether the mask has all ones where the branch will be taken, or where it won't. */
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

  /** Pushes the mask of a branch on the operands that it is about to take, which stay. */
  static InsnList push(int opcode) {
    InsnList list = new InsnList();
    switch (opcode) {
      case Opcodes.IFLT:
      case Opcodes.IFGE:
        add(list, Opcodes.DUP); // x x
        return sign(list); // x x<0
      case Opcodes.IFGT:
      case Opcodes.IFLE:
        // Of x and x - 1 one is negative if x is 0 or less; x - 1 is positive for the least x.
        add(list, Opcodes.DUP, Opcodes.DUP, Opcodes.ICONST_1, Opcodes.ISUB); // x x x-1
        add(list, Opcodes.IOR); // x x|x-1
        return sign(list); // x x<=0
      case Opcodes.IFEQ:
      case Opcodes.IFNE:
        // Of x and -x one is negative unless x is 0; both are the least x if it is.
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

  /** The sign of an operand. */
  private static InsnList sign(InsnList list) {
    list.add(new IntInsnNode(Opcodes.BIPUSH, Integer.SIZE - 1));
    add(list, Opcodes.ISHR);
    return list;
  }

  /** The sign of the upper operand's difference from the one below. */
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
