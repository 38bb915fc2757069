package org.kpathjvm.agent;

import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.Instrumentation;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.commons.ClassRemapper;
import org.objectweb.asm.commons.Remapper;

/**
 * Defines the runtime's classes in package {@code java.lang}: the one package that every class
 * loader must leave to the bootstrap loader, in a module that every module reads and that may use
 * the JDK's internal Unsafe.
 */
final class RuntimeClasses {
  private static final String RUNTIME = "org/kpathjvm/runtime/";
  private static final String TARGET_PREFIX = "java/lang/KPath";

  /** Frames of a probe are of classes whose names begin so. */
  static final String BINARY_PREFIX = "java.lang.KPath";

  private static final MethodType ACTION = MethodType.methodType(void.class);

  private final MethodHandles.Lookup lookup;
  private final Map<String, Class<?>> defined = new LinkedHashMap<>();

  private RuntimeClasses(MethodHandles.Lookup lookup) {
    this.lookup = lookup;
  }

  /** Opens java.lang to the agent. */
  static RuntimeClasses open(Instrumentation instrumentation) throws IllegalAccessException {
    Set<Module> agent = Set.of(RuntimeClasses.class.getModule());
    instrumentation.redefineModule(
        Object.class.getModule(),
        Set.of(),
        Map.of(),
        Map.of("java.lang", agent, "java.nio", agent),
        Set.of(),
        Map.of());
    return new RuntimeClasses(MethodHandles.privateLookupIn(Object.class, MethodHandles.lookup()));
  }

  /** The internal name that a class has in the target, from its simple one. */
  static String internalName(String simpleName) {
    return TARGET_PREFIX + simpleName;
  }

  /**
   * Defines classes; {@link #initialise} must follow.
   *
   * @param subpackage of the runtime's package
   * @param simpleNames in an order in which each class finds those that its verification needs
   */
  void define(String subpackage, List<String> simpleNames)
      throws IllegalAccessException, IOException {
    for (String name : simpleNames) {
      defined.put(name, lookup.defineClass(renamed(subpackage, name)));
    }
  }

  /** Initialises all classes now: the first probe may come at a bad moment. */
  void initialise() throws ClassNotFoundException {
    for (Class<?> type : defined.values()) {
      Class.forName(type.getName(), true, null);
    }
  }

  void set(String className, String field, Object value) throws ReflectiveOperationException {
    defined.get(className).getField(field).set(null, value);
  }

  MethodHandle find(String className, String method, MethodType type)
      throws ReflectiveOperationException {
    return lookup.findStatic(defined.get(className), method, type);
  }

  /** The four methods that the transformer needs, in whichever class has them. */
  RecorderControl control(String className) throws ReflectiveOperationException {
    return new RecorderControl(
        find(className, "provideIds", MethodType.methodType(void.class, int.class)),
        find(className, "endRecording", ACTION),
        find(className, "suspendThread", ACTION),
        find(className, "resumeThread", ACTION));
  }

  private static byte[] renamed(String subpackage, String name) throws IOException {
    String path = "/" + RUNTIME + subpackage + "/" + name + ".class";
    try (InputStream in = RuntimeClasses.class.getResourceAsStream(path)) {
      if (in == null) {
        throw new IOException("the agent's jar has no class " + path);
      }
      ClassWriter writer = new ClassWriter(0);
      ClassVisitor visitor = new ClassRemapper(writer, new Renaming(RuntimeClasses::targetName));
      if (name.equals("Carrier") && Runtime.version().feature() >= 19) {
        visitor = new CarrierVisitor(visitor);
      }
      new ClassReader(in.readAllBytes()).accept(visitor, 0);
      return writer.toByteArray();
    }
  }

  private static String targetName(String internalName) {
    return internalName.startsWith(RUNTIME)
        ? TARGET_PREFIX + internalName.substring(internalName.lastIndexOf('/') + 1)
        : internalName;
  }

  private static final class Renaming extends Remapper {
    private final Function<String, String> name;

    Renaming(Function<String, String> name) {
      super(Opcodes.ASM9);
      this.name = name;
    }

    @Override
    public String map(String internalName) {
      return name.apply(internalName);
    }
  }

  /**
   * Replaces Thread.currentThread() by Thread.currentCarrierThread(), which package java.lang sees.
   */
  private static final class CarrierVisitor extends ClassVisitor {
    CarrierVisitor(ClassVisitor next) {
      super(Opcodes.ASM9, next);
    }

    @Override
    public MethodVisitor visitMethod(
        int access, String name, String descriptor, String signature, String[] exceptions) {
      return new MethodVisitor(
          Opcodes.ASM9, super.visitMethod(access, name, descriptor, signature, exceptions)) {
        @Override
        public void visitMethodInsn(
            int opcode, String owner, String called, String calledDescriptor, boolean isInterface) {
          boolean current = owner.equals("java/lang/Thread") && called.equals("currentThread");
          super.visitMethodInsn(
              opcode,
              owner,
              current ? "currentCarrierThread" : called,
              calledDescriptor,
              isInterface);
        }
      };
    }
  }
}
