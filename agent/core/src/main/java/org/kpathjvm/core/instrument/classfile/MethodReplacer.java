package org.kpathjvm.core.instrument.classfile;

import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.MethodNode;

/**
 * Copies a class, with instrumented code where there is some. The writer copies all other methods
 * byte by byte, as it sees the reader that its constant pool is from.
 */
public final class MethodReplacer extends ClassVisitor {
  private final MethodNode[] changed;
  private int next;

  /**
   * @param changed by place among the class file's methods; null where one is to be copied
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
