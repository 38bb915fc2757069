/** Several threads are in the same methods at once; one of the threads ends with an exception. */
// expect: work entries=5 back_edges=1004 complete=1008 abandoned=1 total2=1003
// expect: step entries=1005 complete=1004 abandoned=1
public class ManyThreads {
  static int step(int i, int limit) {
    return (i % 3 == 0 ? 10000 : 20000) / (limit - i);
  }

  // The fifth thread divides by zero at i == 4. The others do 200 or 300 steps each.
  static int work(int n, int limit) {
    int sum = 0;
    for (int i = 0; i < n; i++) {
      sum += step(i, limit);
    }
    return sum;
  }

  public static void main(String[] args) throws InterruptedException {
    int[] sums = new int[5];
    int[] counts = {200, 300, 200, 300, 10};
    Thread[] threads = new Thread[5];
    for (int t = 0; t < threads.length; t++) {
      int mine = t;
      threads[t] =
          new Thread(() -> sums[mine] = work(counts[mine], mine == 4 ? 4 : 1000 + mine), "t" + t);
      threads[t].setUncaughtExceptionHandler((thread, failure) -> sums[mine] = -1);
      threads[t].start();
    }
    StringBuilder result = new StringBuilder();
    for (int t = 0; t < threads.length; t++) {
      threads[t].join();
      result.append(sums[t]).append(' ');
    }
    System.out.println(result);
  }
}
