import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * Arguments: {@code rolling n} or {@code parked n}: n virtual threads, in the second case all of
 * them alive and waiting in mid-loop at one moment. Never instrumented.
 */
public final class DriveVirtual {
  private static final BlockingQueue<Integer> QUEUE = new LinkedBlockingQueue<>();

  private DriveVirtual() {}

  public static void main(String[] args) throws Exception {
    int count = Integer.parseInt(args[1]);
    boolean rolling = args[0].equals("rolling");
    CountDownLatch arrived = new CountDownLatch(count);
    CountDownLatch go = new CountDownLatch(1);
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int number = i;
      threads.add(
          Thread.startVirtualThread(
              () -> {
                try {
                  if (rolling) {
                    VirtualTasks.rolling(number, QUEUE, new Object());
                  } else {
                    VirtualTasks.parked(number, arrived, go);
                  }
                } catch (InterruptedException unexpected) {
                  throw new IllegalStateException(unexpected);
                }
              }));
    }
    if (!rolling) {
      arrived.await();
      System.out.println(count + " are waiting");
      go.countDown();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    System.out.println("done");
  }
}
