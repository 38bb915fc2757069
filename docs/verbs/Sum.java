/** Adds up what a method returns: a call in a loop, for bounds across calls. */
public class Sum {
  static int part(int n) {
    if (n % 3 == 0) {
      return 0;
    }
    if (n % 3 == 1) {
      return 1;
    }
    return n % 7;
  }

  public static void main(String[] arguments) {
    long sum = 0;
    for (int n = 0; n < 100_000; n++) {
      int value = part(n % 2 == 0 ? n : 2 * n);
      if (value > 1) {
        sum += value;
      }
    }
    System.out.println("sum " + sum);
  }
}
