import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;

/**
 * Runs n virtual threads. With the arguments {@code rolling n live}, at most {@code live} of them
 * are alive at once; without {@code live}, there is no limit. With {@code parked n}, there is a
 * moment at which all of them wait in the midst of a loop. This class is never instrumented.
 */
public final class DriveVirtual {
  private static final BlockingQueue<Integer> QUEUE = new LinkedBlockingQueue<>();

  private DriveVirtual() {}

  public static void main(String[] args) throws Exception {
    int count = Integer.parseInt(args[1]);
    boolean rolling = args[0].equals("rolling");
    int live = args.length > 2 ? Integer.parseInt(args[2]) : count;
    Semaphore room = new Semaphore(live);
    CountDownLatch arrived = new CountDownLatch(count);
    CountDownLatch go = new CountDownLatch(1);
    for (int i = 0; i < count; i++) {
      int number = i;
      room.acquire();
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
            } finally {
              room.release();
            }
          });
    }
    if (!rolling) {
      arrived.await();
      System.out.println(count + " are waiting");
      go.countDown();
    }
    // When all permits are back, all threads have done their work.
    room.acquire(live);
    System.out.println("done");
  }
}
