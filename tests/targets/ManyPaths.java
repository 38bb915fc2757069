/**
 * Methods with too many paths for the limit given here. Some of their edges must be cut: inside a
 * loop, without a loop, and around a handler.
 */
// options: --max-paths 16
// expect: bits entries=3 back_edges=30
public class ManyPaths {
  static int bits(int from) {
    int sum = 0;
    for (int i = from; i < from + 10; i++) {
      int x = i * 37 ^ i >> 2;
      if ((x & 1) != 0) {
        sum += 1;
      }
      if ((x & 2) != 0) {
        sum ^= 3;
      }
      if ((x & 4) != 0) {
        sum += 5;
      } else if ((x & 8) != 0) {
        sum *= 7;
      }
      if ((x & 16) != 0) {
        sum -= i;
      }
      if ((x & 32) != 0) {
        continue;
      }
      if ((x & 64) != 0) {
        sum++;
      }
    }
    return sum;
  }

  static int straight(int x) {
    int sum = (x & 1) != 0 ? 1 : 2;
    sum += (x & 2) != 0 ? 3 : 4;
    sum *= (x & 4) != 0 ? 5 : 6;
    sum -= (x & 8) != 0 ? 7 : 8;
    sum ^= (x & 16) != 0 ? 9 : 10;
    sum += (x & 32) != 0 ? 100 / (x % 3) : 12;
    return sum;
  }

  static int handled(int n) {
    int sum = 0;
    for (int i = 0; i < n; i++) {
      try {
        sum += straight(i * 11 % 64);
        sum += (i & 1) == 0 ? 1 : 2;
        sum += (i & 2) == 0 ? 3 : 4;
        sum += (i & 4) == 0 ? 60 / (i % 5) : 6;
      } catch (ArithmeticException e) {
        sum += (i & 1) == 0 ? 1 : 2;
        sum -= (i & 2) == 0 ? 3 : 4;
        sum += (i & 8) == 0 ? 3 : 4;
      }
      sum ^= (i & 8) == 0 ? 7 : 8;
      sum -= (i & 16) == 0 ? 9 : 10;
    }
    return sum;
  }

  public static void main(String[] args) {
    System.out.println(bits(0) + bits(100) + bits(5000) + " " + handled(40));
  }
}
