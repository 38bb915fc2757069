package org.kpathjvm.core.instrument.code;

import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;

/**
 * Recognises the constants that the JVM resolves when they are first loaded: classes, method types,
 * method handles and dynamic constants. Resolving a constant may load classes and run a bootstrap
 * method, and it may throw.
 */
public final class ResolvedConstants {
  private ResolvedConstants() {}

  /** Returns whether an {@code ldc} instruction loads a constant that the JVM has to resolve. */
  public static boolean isLoadedBy(AbstractInsnNode ldc) {
    Object constant = ((LdcInsnNode) ldc).cst;
    return constant instanceof Type
        || constant instanceof Handle
        || constant instanceof ConstantDynamic;
  }
}
