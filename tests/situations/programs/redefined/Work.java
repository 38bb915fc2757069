public class Work {
  static int loop(int n) {
    int sum = 7;
    for (int i = 0; i < n; i++) {
      sum += 2;
    }
    return sum;
  }

  public static int run(int n) {
    return loop(n);
  }
}
