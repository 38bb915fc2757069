package org.kpathjvm.core.instrument.programs;

/** Constructors with branches and exceptions before, in and after the call of this() or super(). */
public class Constructors {
  private final int value;

  Constructors(int value) {
    if (value == 5) {
      throw new IllegalStateException();
    }
    this.value = value;
  }

  static class Branching extends Constructors {
    private int count;

    Branching(int n) {
      super(n > 2 ? n % 2 == 0 ? 10 : check(n) : -n);
      for (int i = 0; i < n; i++) {
        count += i;
      }
    }

    Branching(String text) {
      this(text.isEmpty() ? 0 : Integer.parseInt(text));
      if (count > 3) {
        throw new IllegalArgumentException(text);
      }
    }

    /** Objects created by new aren't initialised yet where the branches meet. */
    Branching(int n, boolean more) {
      super(new int[] {new StringBuilder(more ? "a" : new String("bc")).length(), n}[0] + n);
    }
  }

  static class Plain {
    int a;
    long b = 3;
  }

  static class Guarded {
    final int result;

    Guarded(int n) {
      int r;
      try {
        r = check(n);
      } catch (IllegalStateException e) {
        r = -1;
      }
      result = r;
    }
  }

  static int check(int n) {
    if (n == 3) {
      throw new IllegalStateException();
    }
    return n;
  }

  public static String run() {
    StringBuilder out = new StringBuilder();
    for (int n = 0; n < 8; n++) {
      int k = n;
      out.append(attempt(() -> new Branching(k)));
      out.append(attempt(() -> new Branching(k == 0 ? "" : k == 6 ? "x" : "" + k)));
      out.append(attempt(() -> new Branching(k, k % 2 == 0)));
      out.append(new Plain().b).append(new Guarded(n).result);
    }
    return out.toString();
  }

  private static String attempt(java.util.function.Supplier<Branching> maker) {
    try {
      Branching made = maker.get();
      return ((Constructors) made).value + "/" + made.count + " ";
    } catch (RuntimeException e) {
      return e.getClass().getSimpleName() + " ";
    }
  }
}
