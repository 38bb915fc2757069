import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;

/**
 * Arguments: {@code rolling n [live]} or {@code parked n}: n virtual threads, in the first case at most
 * {@code live} of them at once if that is given, in the second all of them alive and waiting in
 * mid-loop at one moment. Never instrumented.
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
    // All have done their work when nobody is left.
    room.acquire(live);
    System.out.println("done");
  }
}
