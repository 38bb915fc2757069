/**
 * Paths that repeat so often that a count must be stored before the repetition ends. One loop is
 * left by an exception. The program is too long for the tracer, so only the numbers stated here are
 * checked.
 */
// trace: no
// expect: count entries=2 abandoned=0 total1=140003 max1=139999 total2=140001
// expect: fill entries=1 abandoned=1 total1=70001 max1=69999 total2=69999
// expect: mixed entries=1 abandoned=0 total1=140002 total2=140001 total4=139999
public class LongRuns {
  static int count(int n) {
    int sum = 0;
    int i = 0;
    do {
      sum += i;
      i++;
    } while (i < n);
    return sum;
  }

  static int fill(int[] values) {
    int at = 0;
    try {
      while (true) {
        values[at] = at;
        at++;
      }
    } catch (ArrayIndexOutOfBoundsException e) {
      return at;
    }
  }

  /** The loop has two ways around, so each path goes into a packed word. */
  static int mixed(int n) {
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
    System.out.println(count(70_001) + " " + count(70_002) + " " + fill(new int[70_000]));
    System.out.println(mixed(140_001));
  }
}
