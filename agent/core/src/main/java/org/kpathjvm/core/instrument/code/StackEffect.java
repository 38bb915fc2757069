package org.kpathjvm.core.instrument.code;

import java.util.Arrays;
import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MultiANewArrayInsnNode;

/**
 * Computes how many slots an instruction pops and then pushes. A long or double takes two slots.
 * Instructions that only move slots (dup, swap and the like) aren't supported.
 */
public final class StackEffect {
  private static final byte[] POPS = new byte[Opcodes.IFNONNULL + 1];
  private static final byte[] PUSHES = new byte[Opcodes.IFNONNULL + 1];

  static {
    set(Opcodes.ACONST_NULL, Opcodes.FCONST_2, 0, 1);
    wide(0, 2, Opcodes.LCONST_0, Opcodes.LCONST_1, Opcodes.DCONST_0, Opcodes.DCONST_1);
    set(Opcodes.BIPUSH, Opcodes.SIPUSH, 0, 1);
    set(Opcodes.ILOAD, Opcodes.ALOAD, 0, 1);
    wide(0, 2, Opcodes.LLOAD, Opcodes.DLOAD);
    set(Opcodes.IALOAD, Opcodes.SALOAD, 2, 1);
    wide(2, 2, Opcodes.LALOAD, Opcodes.DALOAD);
    set(Opcodes.ISTORE, Opcodes.ASTORE, 1, 0);
    wide(2, 0, Opcodes.LSTORE, Opcodes.DSTORE);
    set(Opcodes.IASTORE, Opcodes.SASTORE, 3, 0);
    wide(4, 0, Opcodes.LASTORE, Opcodes.DASTORE);
    set(Opcodes.POP, Opcodes.POP, 1, 0);
    set(Opcodes.POP2, Opcodes.POP2, 2, 0);
    // Arithmetic instructions come in groups of four: int, long, float, double.
    for (int opcode = Opcodes.IADD; opcode <= Opcodes.DNEG; opcode += 2) {
      int operands = opcode < Opcodes.INEG ? 2 : 1;
      set(opcode, opcode, operands, 1);
      set(opcode + 1, opcode + 1, 2 * operands, 2);
    }
    // The shifts by an int come first, then the bitwise operations. Each has an int version,
    // followed by a long version.
    for (int opcode = Opcodes.ISHL; opcode <= Opcodes.LXOR; opcode += 2) {
      set(opcode, opcode, 2, 1);
      set(opcode + 1, opcode + 1, opcode < Opcodes.IAND ? 3 : 4, 2);
    }
    set(Opcodes.I2L, Opcodes.I2S, 1, 1);
    wide(1, 2, Opcodes.I2L, Opcodes.I2D, Opcodes.F2L, Opcodes.F2D);
    wide(2, 1, Opcodes.L2I, Opcodes.L2F, Opcodes.D2I, Opcodes.D2F);
    wide(2, 2, Opcodes.L2D, Opcodes.D2L);
    set(Opcodes.FCMPL, Opcodes.FCMPG, 2, 1);
    wide(4, 1, Opcodes.LCMP, Opcodes.DCMPL, Opcodes.DCMPG);
    set(Opcodes.IFEQ, Opcodes.IFLE, 1, 0);
    set(Opcodes.IF_ICMPEQ, Opcodes.IF_ACMPNE, 2, 0);
    set(Opcodes.TABLESWITCH, Opcodes.LOOKUPSWITCH, 1, 0);
    set(Opcodes.IRETURN, Opcodes.ARETURN, 1, 0);
    wide(2, 0, Opcodes.LRETURN, Opcodes.DRETURN);
    set(Opcodes.NEW, Opcodes.NEW, 0, 1);
    set(Opcodes.NEWARRAY, Opcodes.ARRAYLENGTH, 1, 1);
    set(Opcodes.ATHROW, Opcodes.ATHROW, 1, 0);
    set(Opcodes.CHECKCAST, Opcodes.INSTANCEOF, 1, 1);
    set(Opcodes.MONITORENTER, Opcodes.MONITOREXIT, 1, 0);
    set(Opcodes.IFNULL, Opcodes.IFNONNULL, 1, 0);
  }

  private StackEffect() {}

  public static int pops(AbstractInsnNode instruction) {
    switch (instruction.getOpcode()) {
      case Opcodes.PUTSTATIC:
        return Type.getType(((FieldInsnNode) instruction).desc).getSize();
      case Opcodes.GETFIELD:
        return 1;
      case Opcodes.PUTFIELD:
        return 1 + Type.getType(((FieldInsnNode) instruction).desc).getSize();
      case Opcodes.INVOKESTATIC:
        return arguments(((MethodInsnNode) instruction).desc) - 1;
      case Opcodes.INVOKEVIRTUAL:
      case Opcodes.INVOKESPECIAL:
      case Opcodes.INVOKEINTERFACE:
        return arguments(((MethodInsnNode) instruction).desc);
      case Opcodes.INVOKEDYNAMIC:
        return arguments(((InvokeDynamicInsnNode) instruction).desc) - 1;
      case Opcodes.MULTIANEWARRAY:
        return ((MultiANewArrayInsnNode) instruction).dims;
      default:
        return POPS[instruction.getOpcode()];
    }
  }

  public static int pushes(AbstractInsnNode instruction) {
    switch (instruction.getOpcode()) {
      case Opcodes.LDC:
        return constantSize(((LdcInsnNode) instruction).cst);
      case Opcodes.GETSTATIC:
      case Opcodes.GETFIELD:
        return Type.getType(((FieldInsnNode) instruction).desc).getSize();
      case Opcodes.INVOKEVIRTUAL:
      case Opcodes.INVOKESPECIAL:
      case Opcodes.INVOKESTATIC:
      case Opcodes.INVOKEINTERFACE:
        return Type.getReturnType(((MethodInsnNode) instruction).desc).getSize();
      case Opcodes.INVOKEDYNAMIC:
        return Type.getReturnType(((InvokeDynamicInsnNode) instruction).desc).getSize();
      case Opcodes.MULTIANEWARRAY:
        return 1;
      default:
        return PUSHES[instruction.getOpcode()];
    }
  }

  /** Returns the number of slots that a receiver and the arguments take. */
  static int arguments(String descriptor) {
    return Type.getArgumentsAndReturnSizes(descriptor) >> 2;
  }

  private static int constantSize(Object constant) {
    if (constant instanceof ConstantDynamic) {
      return ((ConstantDynamic) constant).getSize();
    }
    return constant instanceof Long || constant instanceof Double ? 2 : 1;
  }

  private static void set(int firstOpcode, int lastOpcode, int pops, int pushes) {
    Arrays.fill(POPS, firstOpcode, lastOpcode + 1, (byte) pops);
    Arrays.fill(PUSHES, firstOpcode, lastOpcode + 1, (byte) pushes);
  }

  private static void wide(int pops, int pushes, int... opcodes) {
    for (int opcode : opcodes) {
      set(opcode, opcode, pops, pushes);
    }
  }
}
