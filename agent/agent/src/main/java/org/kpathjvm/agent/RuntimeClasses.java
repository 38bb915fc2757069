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
 * Defines the classes of the module {@code runtime} in the target's package {@code java.lang}, so
 * that all classes of the program can call them. Every class loader leaves this package to the
 * bootstrap loader, and every module reads java.base, to which the package belongs. As classes of
 * java.base, the runtime's classes may also use the JDK's internal Unsafe.
 */
final class RuntimeClasses {
  private static final String RUNTIME = "org/kpathjvm/runtime/";
  private static final String TARGET_PREFIX = "java/lang/KPath";

  /**
   * The beginning of the names that the runtime's classes have in the target. The agent recognises
   * the frames of probes on a stack by this prefix.
   */
  static final String BINARY_PREFIX = "java.lang.KPath";

  private static final String JAR_URL = "jar:";
  private static final String PROBES = "Probes";

  /**
   * The name that the static initialiser of a resettable class gets, so that {@link #reset} can
   * call it.
   */
  private static final String RESET = "kpathReset";

  private static final MethodType ACTION = MethodType.methodType(void.class);

  /** Guarded by the lock of {@link Premain}. */
  private static boolean areInProgram;

  private final MethodHandles.Lookup lookup;
  private final Set<String> resettable;
  private final Map<String, Class<?>> defined = new LinkedHashMap<>();

  /** The resettable classes, in the order in which they were defined. */
  private final List<Class<?>> resettableClasses = new ArrayList<>();

  private ProbeVariants variants;

  private RuntimeClasses(MethodHandles.Lookup lookup, Set<String> resettable) {
    this.lookup = lookup;
    this.resettable = resettable;
  }

  /**
   * Returns whether the program has any class of the runtime. Such a class stays until the JVM ends
   * and can't be defined again.
   */
  static boolean areInProgram() {
    return areInProgram;
  }

  static RuntimeClasses open(Instrumentation instrumentation) throws IllegalAccessException {
    return open(instrumentation, Set.of());
  }

  /**
   * Opens the packages java.lang and java.nio to the agent. {@link #reset} can initialise the
   * static fields of the classes in {@code resettable} again, so the JIT compilers don't treat
   * these fields as constants.
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

  /** Returns a lookup with access to all of package java.lang. */
  MethodHandles.Lookup lookup() {
    return lookup;
  }

  /** Returns the internal name that a class of the runtime has in the target. */
  static String internalName(String simpleName) {
    return TARGET_PREFIX + simpleName;
  }

  /**
   * Defines classes of the runtime. {@link #initialise} must be called afterwards.
   *
   * @param subpackage the subpackage of org.kpathjvm.runtime that has the classes
   * @param simpleNames the classes' names. Each class comes after the classes that are needed to
   *     verify it
   */
  void define(String subpackage, List<String> simpleNames)
      throws IllegalAccessException, IOException {
    // The agent reads the jar directly. A class loader would open a URL connection for each class,
    // which would add some 15 ms to the start of a small program.
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
      // If the agent may detach, the class is defined with probes that do nothing. Another agent
      // may retransform the class at a time when there is no recorder. The JVM then goes back to
      // the class file with which the class was defined. So the probes of that file must not
      // record.
      changed = isResettable ? variants.silent() : changed;
    }
    Class<?> type = lookup.defineClass(changed);
    areInProgram = true;
    defined.put(name, type);
    if (isResettable) {
      resettableClasses.add(type);
    }
  }

  /** Returns the class of the probes. If it is resettable, the probes do nothing at first. */
  Class<?> probes() {
    return defined.get(PROBES);
  }

  ProbeVariants variants() {
    return variants;
  }

  /**
   * Initialises the static state of the resettable classes again, in the order in which they were
   * defined.
   */
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

  /**
   * Initialises all defined classes now, because the first call of a probe may come at a moment
   * when no class can be initialised.
   */
  void initialise() throws ClassNotFoundException {
    for (Class<?> type : defined.values()) {
      Class.forName(type.getName(), true, null);
    }
  }

  void set(String className, String field, Object value) throws ReflectiveOperationException {
    defined.get(className).getField(field).set(null, value);
  }

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

  RecorderControl control(String className, int tableIds) throws ReflectiveOperationException {
    return new RecorderControl(
        find(className, "provideIds", MethodType.methodType(void.class, int.class)),
        find(className, "endRecording", ACTION),
        find(className, "suspendThread", MethodType.methodType(boolean.class)),
        find(className, "resumeThread", ACTION),
        resettable.isEmpty() ? null : find(className, "leave", ACTION),
        tableIds);
  }

  /**
   * Returns the agent's jar. The jar is found by the location of this class, because that works
   * even under a security manager.
   */
  static File agentJar() throws IOException {
    String here = RuntimeClasses.class.getResource("RuntimeClasses.class").toString();
    int end = here.lastIndexOf("!/");
    if (!here.startsWith(JAR_URL) || end < 0) {
      throw new IOException("the agent was not loaded from a jar: " + here);
    }
    return new File(URI.create(here.substring(JAR_URL.length(), end)));
  }

  private static byte[] renamed(String name, byte[] classFile) {
    // From JDK 19 on, class Carrier has to call Thread.currentCarrierThread() instead of
    // currentThread(). Only classes in package java.lang may call currentCarrierThread().
    boolean ofCarriers = name.equals("Carrier") && Runtime.version().feature() >= 19;
    return RuntimeNames.replace(
        classFile, TARGET_PREFIX, ofCarriers ? "currentThread" : null, "currentCarrierThread");
  }
}
