package org.kpathjvm.agent.attach;

import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Predicate;

/** The classes of a running program, which are to be transformed again. */
public final class LoadedClasses {
  /** How many classes are transformed while the program is stopped once. */
  private static final int BATCH = 256;

  private final Instrumentation instrumentation;

  /** Creates an object that finds the classes which a JVM has loaded. */
  public LoadedClasses(Instrumentation instrumentation) {
    this.instrumentation = instrumentation;
  }

  /**
   * Returns the wanted classes that may be changed. Nobody may change hidden classes and arrays.
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
   * @param refused takes each class that stays as it is, and the reason
   */
  public void transform(List<Class<?>> types, BiConsumer<Class<?>, Throwable> refused) {
    for (int from = 0; from < types.size(); from += BATCH) {
      List<Class<?>> batch = types.subList(from, Math.min(from + BATCH, types.size()));
      if (transform(batch) != null) {
        // Either all classes of a batch are transformed, or none. If one is refused, each of the
        // others is tried alone.
        for (Class<?> type : batch) {
          Throwable why = transform(List.of(type));
          if (why != null) {
            refused.accept(type, why);
          }
        }
      }
    }
  }

  /** Returns null, or why the classes can't be transformed. */
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
