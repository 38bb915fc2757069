package org.kpathjvm.core.instrument.oracle;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.kpathjvm.core.instrument.programs.Driver;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** A class named Generated, whose instructions a test chooses. */
public final class GeneratedClass implements Opcodes {
  public static final String NAME = "Generated";

  private final ClassWriter writer;

  /**
   * Creates an empty class.
   *
   * @param flags the flags of the class writer; frames have to be visited unless the writer
   *     computes them
   */
  public GeneratedClass(int version, int flags) {
    writer =
        new ClassWriter(flags) {
          @Override
          protected String getCommonSuperClass(String type1, String type2) {
            return "java/lang/Object";
          }
        };
    writer.visit(version, ACC_PUBLIC, NAME, null, "java/lang/Object", null);
  }

  /** Creates an empty class of the newest version that all tested JDKs load. */
  public GeneratedClass() {
    this(V11, ClassWriter.COMPUTE_FRAMES);
  }

  /** Adds the attributes SourceFile and SourceDebugExtension. */
  public GeneratedClass source(String file, String extension) {
    writer.visitSource(file, extension);
    return this;
  }

  public GeneratedClass field(String name, String descriptor) {
    writer.visitField(ACC_PRIVATE, name, descriptor, null, null).visitEnd();
    return this;
  }

  /** Adds an entry to the constant pool. */
  public GeneratedClass constant(String text) {
    writer.newUTF8(text);
    return this;
  }

  public GeneratedClass method(
      int access, String name, String descriptor, Consumer<MethodVisitor> code) {
    MethodVisitor method = writer.visitMethod(access, name, descriptor, null, null);
    method.visitCode();
    code.accept(method);
    method.visitMaxs(0, 0);
    method.visitEnd();
    return this;
  }

  /** Adds the method {@code static Object f(int)} that the driver calls. */
  public GeneratedClass f(Consumer<MethodVisitor> code) {
    return method(ACC_PUBLIC | ACC_STATIC, "f", "(I)Ljava/lang/Object;", code);
  }

  public byte[] bytes() {
    writer.visitEnd();
    return writer.toByteArray();
  }

  /** Returns the class together with the driver, as a program. */
  public Map<String, byte[]> program() {
    Map<String, byte[]> classes = new HashMap<>(ClassFiles.of(Driver.class));
    classes.put(NAME, bytes());
    return classes;
  }

  /** Emits code that boxes the int local and returns it. */
  public static void returnBoxed(MethodVisitor m, int local) {
    m.visitVarInsn(ILOAD, local);
    m.visitMethodInsn(
        INVOKESTATIC, "java/lang/Integer", "valueOf", "(I)Ljava/lang/Integer;", false);
    m.visitInsn(ARETURN);
  }

  /** Emits code that throws an IllegalStateException if the int local equals the number. */
  public static void throwIf(MethodVisitor m, int local, int number) {
    m.visitVarInsn(ILOAD, local);
    m.visitLdcInsn(number);
    m.visitMethodInsn(
        INVOKESTATIC, Type.getInternalName(GeneratedCalls.class), "throwIfEqual", "(II)V", false);
  }
}
