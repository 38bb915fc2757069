package org.kpathjvm.agent.process;

import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Predicate;

/**
 * Finds the classes that the JVM has loaded, and retransforms them. A JVM that is ending doesn't
 * list its classes any more: then no class is found, and no refusal is reported.
 */
public final class LoadedClasses {
  /**
   * The largest number of classes that {@link #transform} changes in one step. The JVM stops the
   * program only once for each step.
   */
  private static final int BATCH = 256;

  private final Instrumentation instrumentation;

  /** Creates an object that uses the instrumentation. */
  public LoadedClasses(Instrumentation instrumentation) {
    this.instrumentation = instrumentation;
  }

  /** Returns all classes, including arrays and the classes that no agent may change. */
  public Class<?>[] all() {
    Class<?>[] loaded = instrumentation.getAllLoadedClasses();
    return loaded == null ? new Class<?>[0] : loaded;
  }

  /**
   * Returns the wanted classes that the JVM lets agents change. Arrays and hidden classes, for
   * instance, can't be changed.
   */
  public List<Class<?>> find(Predicate<Class<?>> wanted) {
    List<Class<?>> found = new ArrayList<>();
    for (Class<?> type : all()) {
      if (!type.isArray() && wanted.test(type) && instrumentation.isModifiableClass(type)) {
        found.add(type);
      }
    }
    return found;
  }

  /**
   * Retransforms classes.
   *
   * @param refused is called with each class that the JVM refuses to transform, and with the reason
   */
  public void transform(List<Class<?>> types, BiConsumer<Class<?>, Throwable> refused) {
    for (int from = 0; from < types.size(); from += BATCH) {
      List<Class<?>> batch = types.subList(from, Math.min(from + BATCH, types.size()));
      if (!transformAtOnce(batch)) {
        transformOneByOne(batch, refused);
      }
    }
  }

  /**
   * Retransforms classes in one step. Returns whether the JVM has changed them; it changes either
   * all classes or none.
   */
  public boolean transformAtOnce(List<Class<?>> types) {
    return refusal(types) == null;
  }

  /**
   * Retransforms each class in a step of its own.
   *
   * @param refused is called with each class that the JVM refuses to transform, and with the reason
   */
  public void transformOneByOne(List<Class<?>> types, BiConsumer<Class<?>, Throwable> refused) {
    for (Class<?> type : types) {
      Throwable why = refusal(List.of(type));
      if (why != null && !isEnding()) {
        refused.accept(type, why);
      }
    }
  }

  /** Retransforms classes in one step. Returns null, or the reason why the JVM refuses. */
  private Throwable refusal(List<Class<?>> types) {
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

  private boolean isEnding() {
    return instrumentation.getAllLoadedClasses() == null;
  }
}
