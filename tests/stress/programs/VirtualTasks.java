import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;

/** The methods that virtual threads run. Their loops block in the middle of iterations. */
final class VirtualTasks {
  private VirtualTasks() {}

  /** Blocks in every third iteration. How it blocks depends on the number and the iteration. */
  static int rolling(int number, BlockingQueue<Integer> queue, Object monitor)
      throws InterruptedException {
    int sum = 0; // @enter
    int i = 0;
    int n = 3 + number % 7;
    while (i < n) { // @head
      int way = i % 3 == 1 ? (number + i) % 5 : 5; // @way
      if (way == 0) {
        Thread.sleep(1); // @sleep
      } else if (way == 1) {
        LockSupport.parkNanos(1000); // @park
      } else if (way == 2) {
        queue.put(i); // @put
        sum += queue.take(); // @take
      } else if (way == 3) {
        Thread.yield(); // @yield
      } else if (way == 4) {
        sum += pinned(monitor, number); // @pinned
      } else {
        sum += nested(number, i % 3); // @nested
      }
      i++; // @next
    }
    return sum; // @leave
  }

  /** Holds a monitor while it is parked. Before JDK 24 the carrier waits too. */
  static int pinned(Object monitor, int number) {
    int i = 0; // @enter
    synchronized (monitor) {
      while (i < 2) { // @head
        LockSupport.parkNanos(1000); // @park
        i++; // @next
      }
    }
    return i; // @leave
  }

  /** Calls itself. The deepest activations give up the carrier when 16 divides the number. */
  static int nested(int number, int depth) {
    int i = 0; // @enter
    while (i < 2) { // @head
      if (depth > 0) {
        nested(number, depth - 1); // @down
      } else if ((number & 15) == 0) {
        Thread.yield(); // @yield
      } else {
        number++; // @flat
      }
      i++; // @next
    }
    return i; // @leave
  }

  /** Waits once until all other threads are waiting, too. The number determines when. */
  static int parked(int number, CountDownLatch arrived, CountDownLatch go)
      throws InterruptedException {
    int sum = 0; // @enter
    int i = 0;
    while (i < 6) { // @head
      if (i == 1 + number % 4) {
        arrived.countDown(); // @arrive
        go.await(); // @wait
      } else if ((number + i) % 3 == 0) {
        sum++; // @one
      } else {
        sum--; // @other
      }
      i++; // @next
    }
    return sum; // @leave
  }
}
