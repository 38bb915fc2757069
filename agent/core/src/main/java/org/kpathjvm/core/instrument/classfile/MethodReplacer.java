package org.kpathjvm.core.instrument.classfile;

import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.MethodNode;

/**
 * Copies a class and replaces some of its methods. All other methods are copied byte by byte if the
 * writer was created with the class's reader, so that both have the same constant pool.
 */
public final class MethodReplacer extends ClassVisitor {
  private final MethodNode[] changed;
  private int next;

  /**
   * Creates the visitor.
   *
   * @param changed the new methods by place among the class file's methods; null where a method is
   *     copied
   */
  public MethodReplacer(ClassVisitor writer, MethodNode[] changed) {
    super(Opcodes.ASM9, writer);
    this.changed = changed;
  }

  @Override
  public MethodVisitor visitMethod(
      int access, String name, String descriptor, String signature, String[] exceptions) {
    MethodVisitor written = super.visitMethod(access, name, descriptor, signature, exceptions);
    MethodNode method = changed[next++];
    if (method == null) {
      return written;
    }
    method.accept(written);
    return null;
  }
}
