package org.kpathjvm.core.instrument.programs;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;

/** Calls the method {@code static Object f(int)} of a generated class named Generated. */
public final class Driver {
  private Driver() {}

  public static String run() throws ReflectiveOperationException {
    Method f =
        Class.forName("Generated", true, Driver.class.getClassLoader()).getMethod("f", int.class);
    StringBuilder out = new StringBuilder();
    for (int n = -1; n < 9; n++) {
      try {
        out.append(f.invoke(null, n)).append(' ');
      } catch (InvocationTargetException e) {
        out.append(e.getCause()).append(' ');
      }
    }
    return out.toString();
  }
}
