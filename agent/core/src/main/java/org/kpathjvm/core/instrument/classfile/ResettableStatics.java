package org.kpathjvm.core.instrument.classfile;

import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.FieldNode;

/**
 * Changes a class so that its static state can be reset. Its static initialiser becomes a method
 * that can be called any number of times, and no static field stays final.
 */
public final class ResettableStatics extends ClassVisitor {
  private static final String INITIALISER = "<clinit>";

  private final String reset;
  private final List<FieldNode> fields = new ArrayList<>();
  private String owner;

  private ResettableStatics(ClassVisitor writer, String reset) {
    super(Opcodes.ASM9, writer);
    this.reset = reset;
  }

  /**
   * Returns the changed class file. The class must have a static initialiser.
   *
   * @param reset the name of the method that the static initialiser becomes. The method is static,
   *     has no parameters and returns nothing
   */
  public static byte[] of(byte[] file, String reset) {
    ClassReader reader = new ClassReader(file);
    ClassWriter writer = new ClassWriter(reader, 0);
    reader.accept(new ResettableStatics(writer, reset), 0);
    return writer.toByteArray();
  }

  @Override
  public void visit(
      int version,
      int access,
      String name,
      String signature,
      String superName,
      String[] interfaces) {
    owner = name;
    super.visit(version, access, name, signature, superName, interfaces);
  }

  @Override
  public FieldVisitor visitField(
      int access, String name, String descriptor, String signature, Object value) {
    boolean isStatic = (access & Opcodes.ACC_STATIC) != 0;
    if (isStatic && value == null) {
      fields.add(new FieldNode(access, name, descriptor, signature, null));
    }
    int changed = isStatic ? access & ~Opcodes.ACC_FINAL : access;
    return super.visitField(changed, name, descriptor, signature, value);
  }

  @Override
  public MethodVisitor visitMethod(
      int access, String name, String descriptor, String signature, String[] exceptions) {
    return name.equals(INITIALISER)
        ? new Clearing(super.visitMethod(access, reset, descriptor, signature, exceptions))
        : super.visitMethod(access, name, descriptor, signature, exceptions);
  }

  /**
   * Gives the static fields without a constant value their default values before anything else
   * runs, as the JVM does when it prepares a class.
   */
  private final class Clearing extends MethodVisitor {
    private static final int STACK = 2;

    Clearing(MethodVisitor written) {
      super(Opcodes.ASM9, written);
    }

    @Override
    public void visitCode() {
      super.visitCode();
      for (FieldNode field : fields) {
        visitInsn(zero(Type.getType(field.desc)));
        visitFieldInsn(Opcodes.PUTSTATIC, owner, field.name, field.desc);
      }
    }

    @Override
    public void visitMaxs(int stack, int locals) {
      super.visitMaxs(Math.max(STACK, stack), locals);
    }

    private int zero(Type type) {
      switch (type.getSort()) {
        case Type.LONG:
          return Opcodes.LCONST_0;
        case Type.FLOAT:
          return Opcodes.FCONST_0;
        case Type.DOUBLE:
          return Opcodes.DCONST_0;
        case Type.ARRAY:
        case Type.OBJECT:
          return Opcodes.ACONST_NULL;
        default:
          return Opcodes.ICONST_0;
      }
    }
  }
}
