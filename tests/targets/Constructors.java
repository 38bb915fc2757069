/**
 * Constructors with a condition and a failing call among the arguments of super(...), with
 * this(...) calls, and with loops. An initialiser has a loop, and a superclass's constructor
 * throws.
 */
// expect: Constructors$Sub.<init> entries=6 complete=5 abandoned=1 distinct1=2 max1=3
// expect: Constructors$Base.<init> entries=6 complete=6 abandoned=0 distinct1=2 max1=5
// expect: Constructors$Checked.<init> entries=4 back_edges=6 complete=8 abandoned=2
public class Constructors {
  static class Base {
    final int value;

    Base(int value) {
      if (value == -2) {
        throw new IllegalArgumentException();
      }
      this.value = value;
    }
  }

  static final class Sub extends Base {
    Sub(int n) {
      super(n > 3 ? n : -n);
    }
  }

  static int positive(int n) {
    if (n <= 0) {
      throw new IllegalArgumentException();
    }
    return n;
  }

  // For 1 and 2, the constructor succeeds, with 3 iterations each. For 0, it fails in the argument
  // of super(...), and for -3 in the first iteration.
  static final class Checked extends java.util.ArrayList<Integer> {
    private static final long serialVersionUID = 1;

    Checked(int n) {
      super(positive(n < 0 ? -n : n));
      for (int i = 0; i < 3; i++) {
        add(100 / (n + 3));
      }
    }
  }

  static class Chained {
    int sum;

    {
      for (int i = 0; i < 4; i++) {
        sum += i;
      }
    }

    Chained() {
      this(5);
      sum *= 2;
    }

    Chained(int n) {
      while (n > 0) {
        sum += n--;
      }
    }
  }

  final class Inner {
    final int depth;
    final Inner next;

    Inner(int depth) {
      this.depth = depth;
      next = depth > 0 ? new Inner(depth - 1) : null;
      for (int i = 0; i < depth; i++) {
        if (i == 2 && depth == 3) {
          throw new IllegalStateException();
        }
      }
    }
  }

  public static void main(String[] args) {
    int sum = 0;
    for (int n = 0; n < 6; n++) {
      try {
        sum += new Sub(n).value;
      } catch (IllegalArgumentException e) {
        sum += 50;
      }
    }
    for (int n : new int[] {1, 2, 0, -3}) {
      try {
        sum += new Checked(n).size();
      } catch (IllegalArgumentException | ArithmeticException e) {
        sum += 100;
      }
    }
    sum += new Chained().sum + new Chained(3).sum;
    try {
      sum += new Constructors().new Inner(5).depth;
    } catch (IllegalStateException e) {
      sum += 1000;
    }
    System.out.println(sum);
  }
}
