package org.kpathjvm.core.instrument.exceptions;

import java.util.BitSet;
import java.util.Set;
import org.kpathjvm.core.instrument.code.CodeBlocks;
import org.kpathjvm.core.instrument.code.OriginalCode;
import org.kpathjvm.core.instrument.code.ResolvedConstants;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;

/**
 * Finds out which instructions of a method can throw. If none of them can, every activation that
 * ends is completed. The method then needs no counters of entries and escapes, and no catch-all
 * handler.
 *
 * <p>Object's constructor is assumed not to throw. It could throw only if the stack overflowed or
 * if there were no memory to register a finalizer. In these cases nothing is recorded for the
 * activation.
 */
public final class ThrowFreedom {
  private final OriginalCode code;
  private final CodeBlocks blocks;
  private final ThisFlow thisFlow;
  private final String className;
  private final Set<String> instanceFields;

  /**
   * Prepares to analyse a method.
   *
   * @param thisFlow the flow of {@code this}; null in a static method. It may also be null in an
   *     instance method other than a constructor, if the method accesses no fields, or if an
   *     instruction other than a field access can throw
   * @param instanceFields the instance fields that the class itself declares; each string is a name
   *     directly followed by a descriptor
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

  /** Returns the places of the reachable instructions that can throw. */
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

  /**
   * Returns whether the instruction's ability to throw depends on whether the object that it
   * accesses is {@code this}.
   */
  public static boolean dependsOnThis(AbstractInsnNode instruction) {
    int opcode = instruction.getOpcode();
    return opcode == Opcodes.GETFIELD || opcode == Opcodes.PUTFIELD;
  }

  /**
   * Returns whether the instruction can throw. This method must be called only for instructions
   * whose ability to throw doesn't depend on {@code this}.
   */
  public static boolean canThrow(AbstractInsnNode instruction) {
    int opcode = instruction.getOpcode();
    if (opcode == Opcodes.LDC) {
      return ResolvedConstants.isLoadedBy(instruction);
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
