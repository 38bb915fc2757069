/** Finds the longest of many Collatz sequences. */
public class Collatz {
  static int steps(long n) {
    int steps = 0;
    while (n != 1) {
      if (n % 2 == 0) {
        n = n / 2;
      } else {
        n = 3 * n + 1;
      }
      steps++;
    }
    return steps;
  }

  public static void main(String[] args) {
    int most = 0;
    for (int n = 1; n <= Integer.parseInt(args[0]); n++) {
      most = Math.max(most, steps(n));
    }
    System.out.println("at most " + most + " steps");
  }
}
