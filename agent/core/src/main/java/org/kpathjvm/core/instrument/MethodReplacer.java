package org.kpathjvm.core.instrument;

import java.util.Map;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Copies a class, with instrumented code where there is some. The writer copies all other methods
 * byte by byte, as it sees the reader that its constant pool is from.
 */
final class MethodReplacer extends ClassVisitor {
  private final Map<String, MethodPlan> plans;

  MethodReplacer(ClassVisitor writer, Map<String, MethodPlan> plans) {
    super(Opcodes.ASM9, writer);
    this.plans = plans;
  }

  @Override
  public MethodVisitor visitMethod(
      int access, String name, String descriptor, String signature, String[] exceptions) {
    MethodVisitor written = super.visitMethod(access, name, descriptor, signature, exceptions);
    MethodPlan plan = plans.get(name + descriptor);
    if (plan == null) {
      return written;
    }
    plan.code.method.accept(written);
    return null;
  }
}
