package org.kpathjvm.core.instrument.programs;

import java.util.function.IntUnaryOperator;
import java.util.function.Supplier;

/**
 * A program that calls methods, each of which has only one kind of instruction that can throw.
 * These methods have no loop, and no handler but the one that releases the monitor in {@link
 * #locked}.
 */
public final class Throwing {
  private int field;
  private long wide;

  private Throwing() {}

  public static String run() {
    Throwing some = new Throwing();
    int[] ints = {7, 0};
    Object[] objects = new String[2];
    StringBuilder out = new StringBuilder();
    for (int n = -1; n < 3; n++) {
      int k = n;
      Throwing other = n == 1 ? null : some;
      attempt(out, () -> divided(k));
      attempt(out, () -> remainder(k));
      attempt(out, () -> dividedLong(k));
      attempt(out, () -> remainderLong(k));
      attempt(out, () -> loaded(ints, k));
      attempt(out, () -> stored(ints, k));
      attempt(out, () -> storedObject(objects, k == 1 ? "" : (Object) k));
      attempt(out, () -> length(k == 1 ? null : ints));
      attempt(out, () -> some.fieldOf(other));
      attempt(out, () -> some.setFieldOf(other, k));
      attempt(out, () -> some.reassigned(other));
      attempt(out, () -> cast(k == 1 ? (Object) "" : k));
      attempt(out, () -> made(k).length);
      attempt(out, () -> madeObjects(k).length);
      attempt(out, () -> called(k));
      attempt(out, () -> calledVirtually(k == 1 ? null : "x"));
      attempt(out, () -> calledThroughInterface(k == 1 ? null : i -> i));
      attempt(out, () -> locked(other));
    }
    return out.toString();
  }

  private static void attempt(StringBuilder out, Supplier<Object> call) {
    try {
      out.append(call.get()).append(' ');
    } catch (RuntimeException e) {
      out.append(e.getClass().getSimpleName()).append(' ');
    }
  }

  static int divided(int n) {
    return 6 / n;
  }

  static int remainder(int n) {
    return 6 % n;
  }

  static long dividedLong(long n) {
    return 6 / n;
  }

  static long remainderLong(long n) {
    return 6 % n;
  }

  static int loaded(int[] array, int n) {
    return array[n];
  }

  static int stored(int[] array, int n) {
    array[n] = n;
    return n;
  }

  static Object storedObject(Object[] array, Object o) {
    array[0] = o;
    return o;
  }

  static int length(int[] array) {
    return array.length;
  }

  long fieldOf(Throwing other) {
    return field + other.wide;
  }

  int setFieldOf(Throwing other, int n) {
    other.field = n;
    this.wide = n;
    return n;
  }

  /** The receiver is {@code this} for only one of the two outcomes of the condition. */
  int reassigned(Throwing other) {
    return (field > 1 ? this : other).field;
  }

  static Object cast(Object o) {
    return (Integer) o;
  }

  static int[] made(int n) {
    return new int[n];
  }

  static Object[][] madeObjects(int n) {
    return new String[1][n];
  }

  static int called(int n) {
    return divided(n) + 1;
  }

  static int calledVirtually(String s) {
    return s.length();
  }

  static int calledThroughInterface(IntUnaryOperator operator) {
    return operator.applyAsInt(3);
  }

  static int locked(Object o) {
    synchronized (o) {
      return 1;
    }
  }
}
