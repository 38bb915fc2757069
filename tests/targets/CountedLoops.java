/** Loops with one way around them, which make few or many trips, and are left by each way out. */
// expect: sum entries=4 back_edges=105 complete=109
// expect: sum loop-header entries=4 back_edges=109 complete=113
// expect: search entries=3 back_edges=26 complete=28
// expect: guarded entries=2 back_edges=25 complete=27
public class CountedLoops {
  static int sum(int n) {
    int sum = 0;
    for (int i = 0; i < n; i++) {
      sum += i;
    }
    return sum;
  }

  static int search(int[] values, int wanted) {
    int at = 0;
    while (values[at] != wanted) {
      at++;
    }
    return at;
  }

  static int guarded(int[] values, int n) {
    int sum = n > 10 ? 1 : 2;
    try {
      for (int i = 0; i < n; i++) {
        sum += values[i];
      }
    } catch (ArrayIndexOutOfBoundsException e) {
      sum = -sum;
    }
    return sum;
  }

  public static void main(String[] args) {
    int total = 0;
    for (int n : new int[] {0, 1, 4, 100}) {
      total += sum(n);
    }
    int[] values = new int[20];
    values[6] = 1;
    for (int wanted = 0; wanted < 3; wanted++) {
      try {
        total += search(values, wanted);
      } catch (ArrayIndexOutOfBoundsException e) {
        total++;
      }
    }
    total += guarded(values, 5) + guarded(values, 50);
    System.out.println(total);
  }
}
