/**
 * A loop whose two paths take turns in a fixed order, for longer than several packed words. Three
 * paths show which path comes next; two don't.
 */
// expect: turns entries=1 abandoned=0 total1=501 distinct1=4 max1=375
// expect: turns total2=500 distinct2=5 max2=250 total3=499 distinct3=6 max3=125
// expect: turns loop-header total1=502 distinct1=4 max1=375 total2=501 distinct2=5 max2=250
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
