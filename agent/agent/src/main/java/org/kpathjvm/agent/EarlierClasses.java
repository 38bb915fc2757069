package org.kpathjvm.agent;

import java.lang.instrument.Instrumentation;
import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.kpathjvm.agent.process.LoadedClasses;

/**
 * Retransforms the classes that were loaded before the agent and that the filters ask for, or lists
 * them as left out. Such a class belongs to the JDK, to another agent, or to a system class loader
 * that the application supplies.
 */
final class EarlierClasses {
  private static final String AGENT_PACKAGES = "org.kpathjvm.";

  private final LoadedClasses loaded;
  private final ClassFilter filter;
  private final PathTransformer transformer;
  private final AgentLog log;

  EarlierClasses(Instrumentation instrumentation, PathTransformer transformer, AgentLog log) {
    this.loaded = new LoadedClasses(instrumentation);
    this.filter = transformer.filter;
    this.transformer = transformer;
    this.log = log;
  }

  /**
   * Retransforms the classes, or lists them as left out.
   *
   * @param again true if the classes are retransformed; false if they are listed
   */
  void transform(boolean again) {
    // Asking the JVM for all loaded classes takes time, and makes JDK 17 warn under -Xcheck:jni.
    if (!mayBeAny(filter)) {
      return;
    }
    List<Class<?>> earlier = loaded.find(transformer::isAskedFor);
    if (again) {
      loaded.transformOneByOne(earlier, this::refused);
      return;
    }
    for (Class<?> type : earlier) {
      transformer.leaveOut(type, "loaded before the agent, and retransform=no");
    }
  }

  /**
   * Returns whether there may be classes that were loaded before the agent and that the filters ask
   * for. The methods of such classes may have run already.
   */
  static boolean mayBeAny(ClassFilter filter) {
    return filter.mayIncludeJdk() || anyOfTheApplication();
  }

  private void refused(Class<?> type, Throwable why) {
    log.line("class " + type.getName() + ", loaded before the agent, is left as it was: " + why);
    transformer.leaveOut(type, "loaded before the agent, and can't be changed: " + why);
  }

  /**
   * Returns whether the system class loader, or a loader between it and the platform class loader,
   * may have defined a class that isn't the agent's.
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

  /** Returns the classes that a loader has defined, as the loader itself lists them. */
  private static List<Class<?>> defined(ClassLoader loader) throws ReflectiveOperationException {
    MethodHandles.Lookup lookup =
        MethodHandles.privateLookupIn(ClassLoader.class, MethodHandles.lookup());
    Class<?> kind = Runtime.version().feature() >= 17 ? ArrayList.class : java.util.Vector.class;
    Collection<?> listed =
        (Collection<?>) lookup.findVarHandle(ClassLoader.class, "classes", kind).get(loader);
    List<Class<?>> copy = new ArrayList<>();
    synchronized (listed) {
      for (Object type : listed) {
        copy.add((Class<?>) type);
      }
    }
    return copy;
  }
}
