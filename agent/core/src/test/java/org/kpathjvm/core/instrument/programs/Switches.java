package org.kpathjvm.core.instrument.programs;

import java.util.function.IntUnaryOperator;

/**
 * A program with switches, lambdas, interface methods, a class initialiser, accessors, and a method
 * with many paths.
 */
public final class Switches {
  private static final int[] TABLE = new int[5];

  static {
    for (int i = 0; i < TABLE.length; i++) {
      TABLE[i] = i % 2 == 0 ? i : -i;
    }
  }

  interface Shape {
    default int area(int n) {
      int area = 0;
      for (int i = 0; i < n; i++) {
        area += side(i);
      }
      return area;
    }

    private int side(int i) {
      return i > 2 ? twice(i) : i;
    }

    static int twice(int i) {
      return 2 * i;
    }
  }

  private enum Colour {
    RED,
    GREEN
  }

  private int field;

  private Switches() {}

  int field() {
    return field;
  }

  int chosen(boolean which) {
    return which ? field : -1;
  }

  void setField(int value) {
    field = value;
  }

  public static String run() {
    StringBuilder out = new StringBuilder();
    Switches accessors = new Switches();
    for (int n = -2; n < 9; n++) {
      out.append(table(n))
          .append(' ')
          .append(lookup(n * 1000))
          .append(' ')
          .append(text("s" + n))
          .append(' ');
      out.append(inLoop(n))
          .append(' ')
          .append(manyPaths(n * 37))
          .append(' ')
          .append(colour(Colour.values()[n & 1]));
      IntUnaryOperator lambda = k -> k > 3 ? k : -k;
      out.append(lambda.applyAsInt(n)).append(new Shape() {}.area(n)).append(' ');
      accessors.setField(n);
      out.append(accessors.field()).append(accessors.chosen(n > 3)).append(' ');
    }
    return out.append(TABLE[3]).toString();
  }

  static int table(int n) {
    int result = 0;
    switch (n) {
      case 0:
        result = 3;
        break;
      case 1:
        result += 4;
      // falls through
      case 2:
      case 3:
        result += 5;
        break;
      case 5:
        return 77;
      default:
        result = n;
    }
    return result * 2;
  }

  static int lookup(int n) {
    switch (n) {
      case -1000:
        return 1;
      case 0:
      case 3000:
        return 2;
      case 5000:
        break;
      default:
        if (n > 6000) {
          return 9;
        }
    }
    return 8;
  }

  static int text(String s) {
    switch (s) {
      case "s1":
        return 1;
      case "s2":
      case "s5":
        return 25;
      default:
        return 0;
    }
  }

  static int inLoop(int n) {
    int state = n & 3;
    int steps = 0;
    while (steps < 12) {
      switch (state) {
        case 0:
          state = 2;
          break;
        case 1:
          return steps;
        case 2:
          state = steps > 6 ? 1 : 3;
          continue;
        case 3:
          state = 0;
          steps++;
          break;
        default:
          throw new AssertionError();
      }
      steps++;
    }
    return -1;
  }

  static int colour(Colour colour) {
    switch (colour) {
      case RED:
        return 1;
      default:
        return 2;
    }
  }

  static int manyPaths(int n) {
    int r = 0;
    r += (n & 1) == 0 ? 1 : 2;
    r += (n & 2) == 0 ? 1 : 3;
    r += (n & 4) == 0 ? 1 : 4;
    r += (n & 8) == 0 ? 1 : 5;
    r += (n & 16) == 0 ? 1 : 6;
    r += (n & 32) == 0 ? 1 : 7;
    r += (n & 64) == 0 ? 1 : 8;
    r += (n & 128) == 0 ? 1 : 9;
    r += (n & 256) == 0 ? 1 : 10;
    r += (n & 512) == 0 ? 1 : 11;
    r += (n & 1) == 0 ? 1 : 12;
    r += (n & 2) == 0 ? 1 : 13;
    r += (n & 4) == 0 ? 1 : 14;
    return r;
  }
}
