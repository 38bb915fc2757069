package org.kpathjvm.core.instrument.classfile;

import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Makes a class's static state one that can be made anew: what initialises it becomes a method that
 * can be called any number of times, and no static field is final.
 */
public final class ResettableStatics extends ClassVisitor {
  private static final String INITIALISER = "<clinit>";

  private final String reset;

  private ResettableStatics(ClassVisitor writer, String reset) {
    super(Opcodes.ASM9, writer);
    this.reset = reset;
  }

  /**
   * The class file with these changes.
   *
   * @param reset the name of the method, {@code ()void} and static; a class without an initialiser
   *     has none
   */
  public static byte[] of(byte[] file, String reset) {
    ClassReader reader = new ClassReader(file);
    ClassWriter writer = new ClassWriter(reader, 0);
    reader.accept(new ResettableStatics(writer, reset), 0);
    return writer.toByteArray();
  }

  @Override
  public FieldVisitor visitField(
      int access, String name, String descriptor, String signature, Object value) {
    boolean isStatic = (access & Opcodes.ACC_STATIC) != 0;
    int changed = isStatic ? access & ~Opcodes.ACC_FINAL : access;
    return super.visitField(changed, name, descriptor, signature, value);
  }

  @Override
  public MethodVisitor visitMethod(
      int access, String name, String descriptor, String signature, String[] exceptions) {
    String changed = name.equals(INITIALISER) ? reset : name;
    return super.visitMethod(access, changed, descriptor, signature, exceptions);
  }
}
