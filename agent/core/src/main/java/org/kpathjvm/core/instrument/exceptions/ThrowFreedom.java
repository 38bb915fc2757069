package org.kpathjvm.core.instrument.exceptions;

import java.util.BitSet;
import java.util.Set;
import org.kpathjvm.core.instrument.code.CodeBlocks;
import org.kpathjvm.core.instrument.code.OriginalCode;
import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;

/**
 * Which instructions of a method can't throw. Where none can, an activation's entry is known from
 * its completion: no counters of entries and escapes, no catch-all.
 *
 * <p>Object's constructor is taken as one that can't: only an overflowing stack, or no memory for
 * registering a finalizer, could make it, and then nothing at all is recorded of the activation.
 */
public final class ThrowFreedom {
  private final OriginalCode code;
  private final CodeBlocks blocks;
  private final ThisFlow thisFlow;
  private final String className;
  private final Set<String> instanceFields;

  /**
   * @param thisFlow null for static methods
   * @param instanceFields names and descriptors, put together, of the class's own ones
   */
  public ThrowFreedom(
      OriginalCode code,
      CodeBlocks blocks,
      ThisFlow thisFlow,
      String className,
      Set<String> instanceFields) {
    this.code = code;
    this.blocks = blocks;
    this.thisFlow = thisFlow;
    this.className = className;
    this.instanceFields = instanceFields;
  }

  /** Places of the reachable instructions that can throw. */
  public BitSet throwing() {
    BitSet throwing = new BitSet();
    for (int block = 0; block < blocks.count(); block++) {
      for (int at = blocks.first(block); at <= blocks.last(block); at = code.next(at)) {
        throwing.set(at, canThrow(at));
      }
    }
    return throwing;
  }

  private boolean canThrow(int at) {
    AbstractInsnNode instruction = code.node(at);
    switch (instruction.getOpcode()) {
      case Opcodes.GETFIELD:
      case Opcodes.PUTFIELD:
        return !isOwnField((FieldInsnNode) instruction)
            || thisFlow == null
            || !thisFlow.isFieldOfThis(at);
      case Opcodes.INVOKESPECIAL:
        return thisFlow == null
            || !thisFlow.initialisations().get(at)
            || !((MethodInsnNode) instruction).owner.equals("java/lang/Object");
      default:
        return canThrow(instruction);
    }
  }

  /** Whether a method with that instruction needs a look at its {@code this}. */
  public static boolean dependsOnThis(AbstractInsnNode instruction) {
    int opcode = instruction.getOpcode();
    return opcode == Opcodes.GETFIELD || opcode == Opcodes.PUTFIELD;
  }

  /** Whether the instruction can throw, for those where that doesn't depend on {@code this}. */
  public static boolean canThrow(AbstractInsnNode instruction) {
    int opcode = instruction.getOpcode();
    if (opcode == Opcodes.LDC) {
      Object constant = ((LdcInsnNode) instruction).cst;
      return constant instanceof Type
          || constant instanceof Handle
          || constant instanceof ConstantDynamic;
    }
    if (opcode <= Opcodes.ALOAD || opcode >= Opcodes.ISTORE && opcode <= Opcodes.ASTORE) {
      return false;
    }
    if (opcode >= Opcodes.POP && opcode <= Opcodes.RETURN) {
      return opcode == Opcodes.IDIV
          || opcode == Opcodes.LDIV
          || opcode == Opcodes.IREM
          || opcode == Opcodes.LREM;
    }
    return opcode != Opcodes.IFNULL && opcode != Opcodes.IFNONNULL;
  }

  private boolean isOwnField(FieldInsnNode access) {
    return access.owner.equals(className) && instanceFields.contains(access.name + access.desc);
  }
}
