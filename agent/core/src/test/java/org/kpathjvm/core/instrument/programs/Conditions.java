package org.kpathjvm.core.instrument.programs;

import java.util.Iterator;

/** Methods with a branch, a switch or a handler. */
public final class Conditions {
  private int count;

  private Conditions() {}

  static int less(int a, int b) {
    return a < b ? 1 : 0;
  }

  static int lessOfDoubles(double a, double b) {
    return a < b ? 1 : 0;
  }

  static int notLessOfDoubles(double a, double b) {
    return !(a < b) ? 1 : 0;
  }

  static int atLeastOfFloats(float a, float b) {
    return a >= b ? 1 : 0;
  }

  /** Computes two values, in eight instructions, before the test. */
  static int afterWork(int a, int b, int e) {
    int c = a * b;
    int d = a - b;
    return c + d > e ? 1 : 0;
  }

  static int equalLongs(long[] a, int i) {
    return a[i] == a.length + 2L ? 1 : 0;
  }

  static int even(int i) {
    return (i & 1) == 0 ? 1 : 0;
  }

  static int another(Iterator<?> some) {
    return some.hasNext() ? 1 : 0;
  }

  static int none(Iterator<?> some) {
    return !some.hasNext() ? 1 : 0;
  }

  static int isText(Object some) {
    return some instanceof String ? 1 : 0;
  }

  static int isThere(Object some) {
    return some != null ? 1 : 0;
  }

  static int assigned(String text, int from) {
    int at;
    return (at = text.indexOf("x", from)) >= 0 ? at : 0;
  }

  static int narrow(long wide) {
    return (int) -wide > 'a' ? 1 : 0;
  }

  int ofField() {
    return count > Math.max(count, 7) ? 1 : 0;
  }

  static int afterChoice(boolean which, int a, int b) {
    return (which ? a : b) > 0 ? 1 : 0;
  }

  static int chosen(int i) {
    switch (i * 2) {
      case 3:
        return 1;
      case 1000:
      case 77:
        return 2;
      default:
        return 3;
    }
  }

  static int table(int i) {
    switch (i) {
      case 1:
        return 1;
      case 3:
      case 4:
        return 2;
      default:
        return 3;
    }
  }

  static int caught(String text) {
    try {
      return text.length();
    } catch (IllegalStateException | NullPointerException e) {
      return 1;
    } finally {
      System.nanoTime();
    }
  }
}
