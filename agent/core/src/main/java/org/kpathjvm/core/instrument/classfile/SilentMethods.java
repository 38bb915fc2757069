package org.kpathjvm.core.instrument.classfile;

import java.util.Set;
import org.objectweb.asm.AnnotationVisitor;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Makes a class's static methods do nothing, and return 0 or false if they return a value. */
public final class SilentMethods extends ClassVisitor {
  private final Set<String> kept;

  private SilentMethods(ClassVisitor writer, Set<String> kept) {
    super(Opcodes.ASM9, writer);
    this.kept = kept;
  }

  /**
   * Returns the class file, in which the static methods do nothing. These methods keep their
   * signatures and their own annotations, and everything else stays as it was.
   *
   * @param kept the names of methods that stay as they are
   * @throws IllegalArgumentException if a static method that isn't kept returns something other
   *     than an int, a long or a boolean
   */
  public static byte[] of(byte[] file, Set<String> kept) {
    ClassReader reader = new ClassReader(file);
    ClassWriter writer = new ClassWriter(reader, 0);
    reader.accept(new SilentMethods(writer, kept), ClassReader.SKIP_FRAMES);
    return writer.toByteArray();
  }

  @Override
  public MethodVisitor visitMethod(
      int access, String name, String descriptor, String signature, String[] exceptions) {
    MethodVisitor written = super.visitMethod(access, name, descriptor, signature, exceptions);
    boolean isSilent = (access & Opcodes.ACC_STATIC) != 0 && !kept.contains(name);
    return isSilent ? new Silent(written, descriptor) : written;
  }

  private static final class Silent extends MethodVisitor {
    private final MethodVisitor written;
    private final String descriptor;

    Silent(MethodVisitor written, String descriptor) {
      super(Opcodes.ASM9);
      this.written = written;
      this.descriptor = descriptor;
    }

    @Override
    public AnnotationVisitor visitAnnotation(String type, boolean visible) {
      return written.visitAnnotation(type, visible);
    }

    @Override
    public void visitEnd() {
      Type result = Type.getReturnType(descriptor);
      written.visitCode();
      switch (result.getSort()) {
        case Type.VOID:
          break;
        case Type.LONG:
          written.visitInsn(Opcodes.LCONST_0);
          break;
        case Type.INT:
        case Type.BOOLEAN:
          written.visitInsn(Opcodes.ICONST_0);
          break;
        default:
          throw new IllegalArgumentException("a method that returns " + result.getClassName());
      }
      written.visitInsn(result.getOpcode(Opcodes.IRETURN));
      written.visitMaxs(result.getSize(), Type.getArgumentsAndReturnSizes(descriptor) >> 2);
      written.visitEnd();
    }
  }
}
