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
      // Package java.lang sees the method that gives the carrier of a virtual thread.
      boolean ofCarriers = name.equals("Carrier") && Runtime.version().feature() >= 19;
      return RuntimeNames.replace(
          in.readAllBytes(),
          TARGET_PREFIX,
          ofCarriers ? "currentThread" : null,
          "currentCarrierThread");
    }
  }
}
