package org.kpathjvm.agent.attach;

import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Predicate;

/** Finds loaded classes of a running program and transforms them again. */
public final class LoadedClasses {
  /** How many classes are transformed at once. The JVM stops the program once for all of them. */
  private static final int BATCH = 256;

  private final Instrumentation instrumentation;

  /** Creates an object that finds the classes that a JVM has loaded. */
  public LoadedClasses(Instrumentation instrumentation) {
    this.instrumentation = instrumentation;
  }

  /**
   * Returns the wanted classes that the JVM lets agents change. It doesn't let them change arrays
   * and hidden classes, for instance.
   */
  public List<Class<?>> find(Predicate<Class<?>> wanted) {
    List<Class<?>> found = new ArrayList<>();
    for (Class<?> type : instrumentation.getAllLoadedClasses()) {
      if (!type.isArray() && wanted.test(type) && instrumentation.isModifiableClass(type)) {
        found.add(type);
      }
    }
    return found;
  }

  /**
   * Transforms classes again.
   *
   * @param refused is called with each class that the JVM refuses to transform, and the reason
   */
  public void transform(List<Class<?>> types, BiConsumer<Class<?>, Throwable> refused) {
    for (int from = 0; from < types.size(); from += BATCH) {
      List<Class<?>> batch = types.subList(from, Math.min(from + BATCH, types.size()));
      if (transform(batch) != null) {
        // The JVM transforms all classes of a batch or none. If it refuses the batch, each class is
        // tried alone.
        for (Class<?> type : batch) {
          Throwable why = transform(List.of(type));
          if (why != null) {
            refused.accept(type, why);
          }
        }
      }
    }
  }

  /** Transforms the classes. Returns null, or the reason why the JVM refuses. */
  private Throwable transform(List<Class<?>> types) {
    try {
      instrumentation.retransformClasses(types.toArray(new Class<?>[0]));
      return null;
    } catch (UnmodifiableClassException
        | LinkageError
        | InternalError
        | UnsupportedOperationException refused) {
      return refused;
    }
  }
}
