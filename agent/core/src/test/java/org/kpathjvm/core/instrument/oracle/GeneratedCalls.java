package org.kpathjvm.core.instrument.oracle;

/** Methods for generated code to call. */
public final class GeneratedCalls {
  private GeneratedCalls() {}

  public static void throwIfEqual(int a, int b) {
    if (a == b) {
      throw new IllegalStateException("equal " + a);
    }
  }

  public static int number(Object... ignored) {
    return ignored.length;
  }
}
