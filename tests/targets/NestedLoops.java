/**
 * Two nested counting loops: the paths between an inner latch and the outer header, their order, and
 * the two ways of cutting.
 */
// With a letter for each path, the paths of run are A BBB C D BBB C D BBB C E, in this order.
// expect: run entries=1 back_edges=15 complete=16 distinct1=5 max1=9 distinct2=6 total2=15 max2=6
// expect: run loop-header entries=1 back_edges=19 complete=20 distinct1=5 max1=12
public class NestedLoops {
  static int run() {
    int sum = 0;
    for (int i = 0; i < 3; i++) {
      for (int j = 0; j < 4; j++) {
        sum += i * j;
      }
    }
    return sum;
  }

  static int triple(int n) {
    int sum = 0;
    int i = 0;
    while (i < n) {
      for (int j = n; j > i; j--) {
        for (int k = 0; k < j; k += 2) {
          sum = 31 * sum + (k % 3 == 0 ? j : i);
        }
        if (sum % 5 == 0) {
          i++;
        }
      }
      i++;
    }
    return sum;
  }

  public static void main(String[] args) {
    System.out.println(run() + " " + triple(9) + " " + triple(1) + " " + triple(0));
  }
}
