import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/** Virtual threads that give up their carriers in the middle of loops; one fails in its loop. */
// jdk: 21
// expect: work entries=9 back_edges=104 complete=112 abandoned=1 total2=103
public class VirtualThreads {
  private static final ReentrantLock LOCK = new ReentrantLock();
  private static int total;

  // Of the 8 threads with 10 to 17 iterations, the one with 13 fails at i == 4. Main does 5
  // iterations.
  static int work(int n, int failing) {
    int sum = 0;
    for (int i = 0; i < n; i++) {
      if (i % 3 == 1) {
        Thread.yield();
      }
      sum += 1000 / (failing - i);
    }
    LOCK.lock();
    total += sum;
    LOCK.unlock();
    return sum;
  }

  public static void main(String[] args) throws InterruptedException {
    List<Thread> threads = new ArrayList<>();
    for (int t = 0; t < 8; t++) {
      int n = 10 + t;
      int failing = t == 3 ? 4 : 100;
      threads.add(
          Thread.ofVirtual()
              .uncaughtExceptionHandler((thread, failure) -> {})
              .start(() -> work(n, failing)));
    }
    for (Thread thread : threads) {
      thread.join();
    }
    System.out.println(total + " " + work(5, 50));
  }
}
