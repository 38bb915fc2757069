package org.kpathjvm.core.corpus;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.instrument.ClassDefinition;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Makes the JVM verify changed class files of classes that it has already loaded, including classes
 * of java.base. The changed class files never run. HotSpot reads and verifies all classes of a
 * redefinition one after the other before it changes the first of them
 * (VM_RedefineClasses::load_new_class_versions). The last class of each redefinition here has a
 * class file version that HotSpot refuses, so that no class is changed.
 */
final class Redefinition {
  private static final class Refused {}

  private final Instrumentation instrumentation;
  private final ClassDefinition refused;

  Redefinition(Instrumentation instrumentation) {
    this.instrumentation = instrumentation;
    try (InputStream in = Redefinition.class.getResourceAsStream("Redefinition$Refused.class")) {
      byte[] bytes = in.readAllBytes();
      bytes[6] = (byte) 0xff;
      bytes[7] = (byte) 0xff;
      refused = new ClassDefinition(Refused.class, bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns what the JVM throws for the first class that it refuses; null if it accepts all. */
  Throwable failure(Map<Class<?>, byte[]> classes) {
    List<ClassDefinition> definitions = new ArrayList<>();
    classes.forEach((loaded, bytes) -> definitions.add(new ClassDefinition(loaded, bytes)));
    definitions.add(refused);
    try {
      instrumentation.redefineClasses(definitions.toArray(new ClassDefinition[0]));
      throw new IllegalStateException("the JVM has accepted a class of version 65535");
    } catch (UnsupportedClassVersionError e) {
      return null;
    } catch (ClassNotFoundException
        | UnmodifiableClassException
        | LinkageError
        | UnsupportedOperationException e) {
      return e;
    }
  }

  /**
   * Throws an IllegalStateException unless the JVM refuses a broken class of java.base. The JVM
   * verifies classes of java.base only with -Xverify:all.
   */
  void requireVerification() {
    Throwable failure = failure(Map.of(OptionalInt.class, brokenOptionalInt()));
    if (!(failure instanceof VerifyError)) {
      throw new IllegalStateException(
          "the JVM doesn't verify its own classes; start it with -Xverify:all");
    }
  }

  /** Returns a variant of OptionalInt in which a string replaces each returned int or boolean. */
  private static byte[] brokenOptionalInt() {
    try (InputStream in = OptionalInt.class.getResourceAsStream("OptionalInt.class")) {
      ClassReader reader = new ClassReader(in.readAllBytes());
      ClassWriter writer = new ClassWriter(reader, 0);
      reader.accept(
          new ClassVisitor(Opcodes.ASM9, writer) {
            @Override
            public MethodVisitor visitMethod(
                int access, String name, String descriptor, String signature, String[] exceptions) {
              MethodVisitor method =
                  super.visitMethod(access, name, descriptor, signature, exceptions);
              return new MethodVisitor(Opcodes.ASM9, method) {
                @Override
                public void visitInsn(int opcode) {
                  if (opcode == Opcodes.IRETURN) {
                    visitInsn(Opcodes.POP);
                    visitLdcInsn("not an int");
                  }
                  super.visitInsn(opcode);
                }
              };
            }
          },
          0);
      return writer.toByteArray();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
