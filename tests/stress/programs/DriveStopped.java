import java.util.ArrayList;
import java.util.List;

/**
 * Argument: the number of rounds. Starts threads and soon stops them with Thread.stop(), which
 * makes them throw ThreadDeath wherever they are, even in the profiler's code. JDKs from 20 on
 * can't stop threads. This class is never instrumented.
 */
public final class DriveStopped {
  private static final int LIVE = 4;

  private DriveStopped() {}

  @SuppressWarnings({"deprecation", "removal"})
  public static void main(String[] args) throws Exception {
    int rounds = Integer.parseInt(args[0]);
    // This loads the classes, so that no thread is stopped while it loads or initialises a class.
    DriveStorm.task(2);
    for (int round = 0; round < rounds; round++) {
      List<Thread> threads = new ArrayList<>();
      for (int i = 0; i < LIVE; i++) {
        threads.add(new Thread(DriveStopped::forEver));
      }
      threads.forEach(Thread::start);
      long until = System.nanoTime() + round % 50 * 20_000L;
      while (System.nanoTime() < until) {
        Thread.onSpinWait();
      }
      threads.forEach(Thread::stop);
      for (Thread thread : threads) {
        thread.join();
      }
    }
    System.out.println("done");
  }

  private static void forEver() {
    for (int task = 0; ; task++) {
      DriveStorm.task(task);
    }
  }
}
