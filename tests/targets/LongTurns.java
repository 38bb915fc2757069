/**
 * A loop whose two paths take turns in a fixed order, for longer than several packed words. Three
 * paths tell which one is next, and two paths don't.
 */
public class LongTurns {
  static int turns(int n) {
    int sum = 0;
    for (int i = 0; i < n; i++) {
      if ((i & 3) == 0) {
        sum += i;
      } else {
        sum ^= i;
      }
    }
    return sum;
  }

  public static void main(String[] args) {
    System.out.println(turns(500));
  }
}
