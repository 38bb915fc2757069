package p;

/** Runs as a named module's main class. */
public class Main {
  private static long loop(int n) {
    long sum = 0;
    for (int i = 0; i < n; i++) {
      sum += i % 3 == 0 ? i : 1;
    }
    return sum;
  }

  public static void main(String[] args) {
    System.out.println(Main.class.getModule() + " " + loop(100) + " " + loop(50));
    System.out.println("calls=2 iterations=150");
  }
}
