package org.kpathjvm.agent;

import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * Classes that were loaded before the agent and that the filters ask for: the JDK's, and those of
 * the application that other agents, or a system class loader of the application's own, have
 * brought in. They are transformed again.
 */
final class EarlierClasses {
  private static final String AGENT_PACKAGES = "org.kpathjvm.";

  private final Instrumentation instrumentation;
  private final ClassFilter filter;
  private final AgentLog log;

  EarlierClasses(Instrumentation instrumentation, ClassFilter filter, AgentLog log) {
    this.instrumentation = instrumentation;
    this.filter = filter;
    this.log = log;
  }

  void retransform() {
    // Asking for all classes takes time, and makes JDK 17 warn under -Xcheck:jni.
    if (!filter.mayIncludeJdk() && !anyOfTheApplication()) {
      return;
    }
    List<Class<?>> earlier = new ArrayList<>();
    for (Class<?> type : instrumentation.getAllLoadedClasses()) {
      if (!type.isArray() && isAskedFor(type)) {
        earlier.add(type);
      }
    }
    for (Class<?> type : earlier) {
      retransform(type);
    }
  }

  private boolean isAskedFor(Class<?> type) {
    boolean ofJdk = PathTransformer.isOfJdk(type.getModule(), type.getClassLoader());
    return filter.judge(type.getName(), ofJdk) == ClassFilter.Verdict.INSTRUMENT;
  }

  private void retransform(Class<?> type) {
    if (!instrumentation.isModifiableClass(type)) {
      // Hidden classes and the like, which nobody may change.
      return;
    }
    try {
      instrumentation.retransformClasses(type);
    } catch (UnmodifiableClassException | LinkageError refused) {
      log.line(
          "class " + type.getName() + ", loaded before the agent, is left as it was: " + refused);
    }
  }

  /**
   * Whether the system class loader, or one between it and the platform's, has defined any class
   * but the agent's. Whoever brings in classes before us begins there.
   */
  private static boolean anyOfTheApplication() {
    for (ClassLoader loader = ClassLoader.getSystemClassLoader();
        loader != null && loader != ClassLoader.getPlatformClassLoader();
        loader = loader.getParent()) {
      if (!loader.getClass().getName().startsWith("jdk.internal.loader.")) {
        return true;
      }
      try {
        for (Class<?> type : defined(loader)) {
          if (!type.getName().startsWith(AGENT_PACKAGES)) {
            return true;
          }
        }
      } catch (ReflectiveOperationException unknown) {
        return true;
      }
    }
    return false;
  }

  /** The classes that a loader has defined, as it lists them itself. */
  private static List<Class<?>> defined(ClassLoader loader) throws ReflectiveOperationException {
    MethodHandles.Lookup lookup =
        MethodHandles.privateLookupIn(ClassLoader.class, MethodHandles.lookup());
    Class<?> kind = Runtime.version().feature() >= 17 ? ArrayList.class : java.util.Vector.class;
    Collection<?> listed =
        (Collection<?>) lookup.findVarHandle(ClassLoader.class, "classes", kind).get(loader);
    List<Class<?>> copy = new ArrayList<>();
    synchronized (listed) {
      listed.forEach(type -> copy.add((Class<?>) type));
    }
    return copy;
  }
}
