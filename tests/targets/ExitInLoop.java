/**
 * System.exit within a loop, while four activations are live. These stay unfinished, but the paths
 * that they have already completed are counted.
 */
// run(1) takes 4 back edges before it calls run(3), which takes 2.
// expect: run entries=2 back_edges=6 complete=6 unfinished=2 abandoned=0 total2=4
// expect: finish entries=1 complete=0 unfinished=1
// expect: main entries=1 complete=0 unfinished=1
public class ExitInLoop {
  static void finish(int status) {
    System.out.println("leaving with " + status);
    System.exit(status);
  }

  static int run(int n) {
    int sum = 0;
    for (int i = 0; i < 10; i++) {
      sum += i * n;
      if (i == 5 - n) {
        if (n == 3) {
          finish(n);
        }
        sum += run(n + 2);
      }
    }
    return sum;
  }

  public static void main(String[] args) {
    System.out.println(run(1));
  }
}
