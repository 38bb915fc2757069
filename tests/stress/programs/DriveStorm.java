import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/**
 * Runs each of the tasks 0 to n-1 once, on short-lived threads or in a pool. The arguments are the
 * kind of threads, the number n of tasks and, for some kinds, the largest number m of threads that
 * are alive at once: {@code threads n m}, {@code fixed n m}, {@code cached n m}, {@code forkjoin n}
 * or {@code stream n}. This class is never instrumented.
 */
public final class DriveStorm {
  static final AtomicInteger SUM = new AtomicInteger();

  private DriveStorm() {}

  public static void main(String[] args) throws Exception {
    int tasks = Integer.parseInt(args[1]);
    int threads = args.length > 2 ? Integer.parseInt(args[2]) : 0;
    switch (args[0]) {
      case "threads":
        threads(tasks, threads);
        break;
      case "fixed":
        pool(Executors.newFixedThreadPool(threads), tasks, tasks);
        break;
      case "cached":
        pool(Executors.newCachedThreadPool(), tasks, threads);
        break;
      case "forkjoin":
        List<ForkJoinTask<?>> all = new ArrayList<>();
        for (int task = 0; task < tasks; task++) {
          int number = task;
          all.add(ForkJoinPool.commonPool().submit(() -> task(number)));
        }
        all.forEach(ForkJoinTask::join);
        break;
      case "stream":
        IntStream.range(0, tasks).parallel().forEach(DriveStorm::task);
        break;
      default:
        throw new IllegalArgumentException(args[0]);
    }
    System.out.println(SUM.get());
  }

  static void task(int number) {
    SUM.addAndGet(Tasks.loop(number) + Tasks.nested(number, number % 3));
  }

  /** Runs each task in a thread of its own, in groups of at most {@code live} threads. */
  private static void threads(int tasks, int live) throws InterruptedException {
    for (int first = 0; first < tasks; first += live) {
      List<Thread> some = new ArrayList<>();
      CountDownLatch done = new CountDownLatch(Math.min(live, tasks - first));
      for (int task = first; task < Math.min(tasks, first + live); task++) {
        int number = task;
        some.add(
            new Thread(
                () -> {
                  task(number);
                  done.countDown();
                  // No thread ends before all threads of its group have recorded something.
                  awaitAll(done);
                }));
      }
      some.forEach(Thread::start);
      for (Thread thread : some) {
        thread.join();
      }
    }
  }

  private static void awaitAll(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException unexpected) {
      throw new IllegalStateException(unexpected);
    }
  }

  private static void pool(ExecutorService pool, int tasks, int live) throws InterruptedException {
    Semaphore room = new Semaphore(live);
    for (int task = 0; task < tasks; task++) {
      int number = task;
      room.acquire();
      pool.execute(
          () -> {
            task(number);
            room.release();
          });
    }
    pool.shutdown();
    pool.awaitTermination(5, TimeUnit.MINUTES);
  }
}
