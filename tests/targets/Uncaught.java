/** An exception that nothing catches: it leaves a finally block, a loop, main and a second thread. */
// expect: run entries=2 handlers=0 back_edges=8 complete=8 abandoned=2
// expect: cleaned entries=2 handlers=2 complete=2 abandoned=2
// expect: main entries=1 complete=0 abandoned=1
public class Uncaught {
  static int run(int[] values) {
    int sum = 0;
    for (int i = 0; i < 9; i++) {
      sum += values[i];
    }
    return sum;
  }

  static int cleaned(int size) {
    try {
      return run(new int[size]);
    } finally {
      System.out.println("cleaned up " + size);
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Thread other = new Thread(() -> cleaned(5));
    other.setUncaughtExceptionHandler((thread, failure) -> System.out.println(failure));
    other.start();
    other.join();
    System.out.println(cleaned(3));
  }
}
