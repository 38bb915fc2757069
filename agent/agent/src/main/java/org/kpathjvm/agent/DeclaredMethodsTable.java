package org.kpathjvm.agent;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;

/** The target's table of the methods that classes declare. */
final class DeclaredMethodsTable {
  private static final String CLASS = "DeclaredMethods";

  private final MethodHandle add;
  private final MethodHandle share;

  DeclaredMethodsTable(RuntimeClasses classes) throws ReflectiveOperationException {
    add =
        classes.find(
            CLASS,
            "add",
            MethodType.methodType(void.class, ClassLoader.class, String.class, long[].class));
    share = classes.find(CLASS, "share", MethodType.methodType(void.class, int.class));
  }

  /**
   * A class is about to be defined.
   *
   * @param name with dots
   * @param methods each a key and flags, ascending
   */
  void add(ClassLoader loader, String name, long[] methods) {
    try {
      add.invokeExact(loader, name, methods);
    } catch (Throwable failure) {
      throw unchecked(failure);
    }
  }

  /** Several methods have a key. */
  void share(int key) {
    try {
      share.invokeExact(key);
    } catch (Throwable failure) {
      throw unchecked(failure);
    }
  }

  private static RuntimeException unchecked(Throwable failure) {
    if (failure instanceof Error) {
      throw (Error) failure;
    }
    return failure instanceof RuntimeException
        ? (RuntimeException) failure
        : new IllegalStateException(failure);
  }
}
