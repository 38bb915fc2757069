package org.kpathjvm.core.instrument.exceptions;

import org.kpathjvm.core.instrument.code.CodeBlocks;
import org.kpathjvm.core.instrument.code.OriginalCode;
import org.kpathjvm.core.instrument.code.ResolvedConstants;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.TypeInsnNode;

/**
 * Finds out whether a method without loops is self-contained: it runs only its own instructions,
 * without calls, monitors or class initialisers. An activation of such a method executes at most as
 * many instructions as the method has, and then returns or is ended by an exception. The number of
 * entries is the number of returns plus the number of activations that an exception ended, so
 * entries need no counter. If the program is killed during such an activation, the profile
 * describes the moment just before the activation began, some nanoseconds earlier.
 *
 * <p>A single block can be self-contained in the same way. A self-contained block may also call a
 * few methods of the JDK that return soon and never run a program's code, unless they fail. When
 * {@code String.charAt} fails in JDK 25, for instance, it makes the exception's message with {@code
 * java.util.Formatter}, which may be recorded. A method fails at most once in an execution of the
 * block, because the failure ends the execution.
 *
 * <p>Resolving the class of a field, a cast or an array may call a class loader once. Such calls
 * are ignored here.
 */
public final class SelfContained {
  private SelfContained() {}

  public static boolean is(OriginalCode code, CodeBlocks blocks, String className) {
    for (int block = 0; block < blocks.count(); block++) {
      for (int at = blocks.first(block); at <= blocks.last(block); at = code.next(at)) {
        if (runsOtherCode(code.node(at), className)) {
          return false;
        }
      }
    }
    return true;
  }

  /** Returns whether a block runs only its own instructions and some methods of the JDK. */
  public static boolean is(OriginalCode code, CodeBlocks blocks, int block, String className) {
    for (int at = blocks.first(block); at <= blocks.last(block); at = code.next(at)) {
      AbstractInsnNode instruction = code.node(at);
      if (runsOtherCode(instruction, className) && !callsShortMethod(instruction)) {
        return false;
      }
    }
    return true;
  }

  private static boolean callsShortMethod(AbstractInsnNode instruction) {
    if (!(instruction instanceof MethodInsnNode)) {
      return false;
    }
    MethodInsnNode call = (MethodInsnNode) instruction;
    switch (call.owner) {
      case "java/lang/Math":
      case "java/lang/StrictMath":
        // random() calls java.util.Random, which may be recorded. When the JDK initialises that
        // class, it may also call a Properties object that the program has made.
        return !call.name.equals("random");
      case "java/lang/String":
        return call.name.equals("charAt") || call.name.equals("length");
      default:
        return false;
    }
  }

  private static boolean runsOtherCode(AbstractInsnNode instruction, String className) {
    switch (instruction.getOpcode()) {
      case Opcodes.INVOKEVIRTUAL:
      case Opcodes.INVOKESPECIAL:
      case Opcodes.INVOKESTATIC:
      case Opcodes.INVOKEINTERFACE:
      case Opcodes.INVOKEDYNAMIC:
      case Opcodes.MONITORENTER:
      case Opcodes.MONITOREXIT:
        return true;
      case Opcodes.GETSTATIC:
      case Opcodes.PUTSTATIC:
        return !((FieldInsnNode) instruction).owner.equals(className);
      case Opcodes.NEW:
        return !((TypeInsnNode) instruction).desc.equals(className);
      case Opcodes.LDC:
        return ResolvedConstants.isLoadedBy(instruction);
      default:
        return false;
    }
  }
}
