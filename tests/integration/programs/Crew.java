import java.util.ArrayList;
import java.util.List;

/**
 * Runs threads with known work. Thread worker-N runs 20 loops of 100 * (N + 1) iterations with its
 * own pattern of branches. Then ten threads named "short" run one after the other, for 10
 * iterations each. With an argument, each of 50 virtual threads then runs 3 loops of 30 iterations.
 * Finally, main runs a loop of 7 iterations.
 */
public class Crew {
  static volatile int sink;

  static int work(int iterations, int shift) {
    int sum = 0;
    for (int i = 0; i < iterations; i++) {
      if ((i + shift) % 3 == 0) {
        sum += i;
      } else {
        sum ^= i;
      }
    }
    return sum;
  }

  static void repeat(int times, int iterations, int shift) {
    for (int i = 0; i < times; i++) {
      sink += work(iterations, shift);
    }
  }

  public static void main(String[] arguments) throws Exception {
    List<Thread> threads = new ArrayList<>();
    for (int worker = 0; worker < 3; worker++) {
      int number = worker;
      threads.add(new Thread(() -> repeat(20, 100 * (number + 1), number), "worker-" + number));
    }
    for (Thread thread : threads) {
      thread.start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    for (int i = 0; i < 10; i++) {
      Thread thread = new Thread(() -> repeat(1, 10, 0), "short");
      thread.start();
      thread.join();
    }
    if (arguments.length > 0) {
      threads.clear();
      for (int i = 0; i < 50; i++) {
        Runnable task = () -> repeat(3, 30, 1);
        // This class is also compiled for Java 17, which has no virtual threads.
        threads.add((Thread) Thread.class.getMethod("startVirtualThread", Runnable.class)
            .invoke(null, task));
      }
      for (Thread thread : threads) {
        thread.join();
      }
    }
    repeat(1, 7, 2);
  }
}
