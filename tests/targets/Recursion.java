/**
 * Recursion: direct, mutual, and from within a loop. In one case, an exception leaves an inner
 * activation, and the outer activation of the same method catches it in its loop.
 */
// expect: fibonacci entries=25 complete=25 distinct1=2 max1=13 total2=0
// expect: even entries=6 back_edges=6 complete=12
// expect: odd entries=5 complete=5 distinct1=1
// outer(2) runs 1 + 3 + 9 activations; the 9 innermost are left at their second iteration.
// expect: outer entries=13 handlers=9 back_edges=21 complete=25 abandoned=18 total2=6
public class Recursion {
  static int fibonacci(int n) {
    return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
  }

  static boolean even(int n) {
    boolean result = n == 0;
    for (int i = 0; i < 1; i++) {
      result |= n > 0 && odd(n - 1);
    }
    return result;
  }

  static boolean odd(int n) {
    return n > 0 && even(n - 1);
  }

  static int divide(int i, int depth) {
    return 10 / (depth == 0 && i == 1 ? 0 : 2);
  }

  static int outer(int depth) {
    int sum = 0;
    for (int i = 0; i < 3; i++) {
      sum += divide(i, depth);
      if (depth > 0) {
        try {
          sum += outer(depth - 1);
        } catch (ArithmeticException e) {
          sum += 100;
        }
      }
    }
    return sum;
  }

  static int permutations(int[] values, int from) {
    if (from == values.length) {
      return values[0] * 7 + values[values.length - 1];
    }
    int sum = 0;
    for (int i = from; i < values.length; i++) {
      swap(values, i, from);
      sum = sum * 3 + permutations(values, from + 1);
      swap(values, i, from);
    }
    return sum;
  }

  static void swap(int[] values, int i, int j) {
    int value = values[i];
    values[i] = values[j];
    values[j] = value;
  }

  public static void main(String[] args) {
    System.out.println(fibonacci(6) + " " + even(10) + " " + outer(2));
    System.out.println(permutations(new int[] {1, 2, 3, 4}, 0));
  }
}
