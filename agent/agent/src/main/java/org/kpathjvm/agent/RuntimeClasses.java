package org.kpathjvm.agent;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.Instrumentation;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.kpathjvm.agent.attach.ProbeVariants;
import org.kpathjvm.core.instrument.classfile.ResettableStatics;

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

  private static final String JAR_URL = "jar:";
  private static final String PROBES = "Probes";

  /** What a resettable class's initialiser is called. */
  private static final String RESET = "kpathReset";

  private static final MethodType ACTION = MethodType.methodType(void.class);

  private final MethodHandles.Lookup lookup;
  private final Set<String> resettable;
  private final Map<String, Class<?>> defined = new LinkedHashMap<>();

  /** The resettable classes, in their order. */
  private final List<Class<?>> resettableClasses = new ArrayList<>();

  private ProbeVariants variants;

  private RuntimeClasses(MethodHandles.Lookup lookup, Set<String> resettable) {
    this.lookup = lookup;
    this.resettable = resettable;
  }

  /** Opens java.lang to the agent. */
  static RuntimeClasses open(Instrumentation instrumentation) throws IllegalAccessException {
    return open(instrumentation, Set.of());
  }

  /**
   * The same with classes whose static state {@link #reset} makes anew: to the JIT compilers it
   * isn't constant.
   */
  static RuntimeClasses open(Instrumentation instrumentation, Set<String> resettable)
      throws IllegalAccessException {
    Set<Module> agent = Set.of(RuntimeClasses.class.getModule());
    instrumentation.redefineModule(
        Object.class.getModule(),
        Set.of(),
        Map.of(),
        Map.of("java.lang", agent, "java.nio", agent),
        Set.of(),
        Map.of());
    return new RuntimeClasses(
        MethodHandles.privateLookupIn(Object.class, MethodHandles.lookup()), resettable);
  }

  /** With access to all of package java.lang. */
  MethodHandles.Lookup lookup() {
    return lookup;
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
    // By the loader's resources each class would come over a URL connection of its own, which
    // takes a small program's start some 15 ms.
    try (ZipFile jar = new ZipFile(agentJar())) {
      for (String name : simpleNames) {
        ZipEntry entry = jar.getEntry(RUNTIME + subpackage + "/" + name + ".class");
        if (entry == null) {
          throw new IOException("the agent's jar has no class " + subpackage + "/" + name);
        }
        try (InputStream in = jar.getInputStream(entry)) {
          define(name, renamed(name, in.readAllBytes()));
        }
      }
    }
  }

  private void define(String name, byte[] file) throws IllegalAccessException {
    boolean isResettable = resettable.contains(name);
    byte[] changed = isResettable ? ResettableStatics.of(file, RESET) : file;
    if (name.equals(PROBES)) {
      variants = new ProbeVariants(changed, Set.of(RESET, "<clinit>"));
      // Where they are to be left, they begin and end as ones that do nothing: whoever else has
      // them
      // transformed again, when there is no recorder, must not bring them back.
      changed = isResettable ? variants.silent() : changed;
    }
    Class<?> type = lookup.defineClass(changed);
    defined.put(name, type);
    if (isResettable) {
      resettableClasses.add(type);
    }
  }

  /** The class of the probes; if classes are resettable, they do nothing. */
  Class<?> probes() {
    return defined.get(PROBES);
  }

  /** The class files that the probes may have. */
  ProbeVariants variants() {
    return variants;
  }

  /** Makes the state of the resettable classes anew, in the order in which they were defined. */
  void reset() throws ReflectiveOperationException {
    for (Class<?> type : resettableClasses) {
      try {
        lookup.findStatic(type, RESET, ACTION).invokeExact();
      } catch (RuntimeException | Error | ReflectiveOperationException failure) {
        throw failure;
      } catch (Throwable failure) {
        throw new ReflectiveOperationException(failure);
      }
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

  /** An instance, by the constructor without parameters. */
  Object create(String className) throws ReflectiveOperationException {
    try {
      return lookup.findConstructor(defined.get(className), ACTION).invoke();
    } catch (RuntimeException | Error | ReflectiveOperationException failure) {
      throw failure;
    } catch (Throwable failure) {
      throw new ReflectiveOperationException(failure);
    }
  }

  MethodHandle find(String className, String method, MethodType type)
      throws ReflectiveOperationException {
    return lookup.findStatic(defined.get(className), method, type);
  }

  /**
   * The methods that the transformer needs, in whichever class has them.
   *
   * @param tableIds see {@link RecorderControl#tableIds}
   */
  RecorderControl control(String className, int tableIds) throws ReflectiveOperationException {
    return new RecorderControl(
        find(className, "provideIds", MethodType.methodType(void.class, int.class)),
        find(className, "endRecording", ACTION),
        find(className, "suspendThread", ACTION),
        find(className, "resumeThread", ACTION),
        resettable.isEmpty() ? null : find(className, "leave", ACTION),
        tableIds);
  }

  /** Found by where this class is, which works under a security manager too. */
  static File agentJar() throws IOException {
    String here = RuntimeClasses.class.getResource("RuntimeClasses.class").toString();
    int end = here.lastIndexOf("!/");
    if (!here.startsWith(JAR_URL) || end < 0) {
      throw new IOException("the agent was not loaded from a jar: " + here);
    }
    return new File(URI.create(here.substring(JAR_URL.length(), end)));
  }

  private static byte[] renamed(String name, byte[] classFile) {
    // Package java.lang sees the method that gives the carrier of a virtual thread.
    boolean ofCarriers = name.equals("Carrier") && Runtime.version().feature() >= 19;
    return RuntimeNames.replace(
        classFile, TARGET_PREFIX, ofCarriers ? "currentThread" : null, "currentCarrierThread");
  }
}
