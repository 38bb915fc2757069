package org.kpathjvm.agent.attach;

import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Predicate;

/** The classes of a running program, to be transformed again. */
public final class LoadedClasses {
  /** So many stop the program once. */
  private static final int BATCH = 256;

  private final Instrumentation instrumentation;

  /** Finds those that a JVM has now. */
  public LoadedClasses(Instrumentation instrumentation) {
    this.instrumentation = instrumentation;
  }

  /** Those that are wanted and that may be changed: hidden ones and arrays nobody may. */
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
   * Has them transformed again.
   *
   * @param refused takes those that stay as they are, and why
   */
  public void transform(List<Class<?>> types, BiConsumer<Class<?>, Throwable> refused) {
    for (int from = 0; from < types.size(); from += BATCH) {
      List<Class<?>> batch = types.subList(from, Math.min(from + BATCH, types.size()));
      if (transform(batch) != null) {
        // All of them, or none: the others may do alone.
        for (Class<?> type : batch) {
          Throwable why = transform(List.of(type));
          if (why != null) {
            refused.accept(type, why);
          }
        }
      }
    }
  }

  /** Null, or why they can't be. */
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
