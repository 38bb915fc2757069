import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * Arguments: file of the marks, {@code platform} or {@code virtual}, number of threads, tasks of
 * each thread. The test stops kpath-jvm. When all threads wait for kpath-jvm, the test makes a file
 * named like the marks' file, with ".still" at the end. Then this program interrupts and unparks
 * every thread once. After its tasks, a thread must still have the interrupt and the permit. This
 * class is never instrumented.
 */
public final class DriveFull {
  private DriveFull() {}

  public static void main(String[] args) throws Exception {
    int count = Integer.parseInt(args[2]);
    int tasks = Integer.parseInt(args[3]);
    Marks marks = new Marks(args[0], count);
    boolean[] kept = new boolean[count];
    List<Thread> threads = new ArrayList<>();
    Disturbance disturbance = new Disturbance();
    for (int i = 0; i < count; i++) {
      int thread = i;
      Runnable work =
          () -> {
            for (int task = 0; task < tasks; task++) {
              marks.begin(thread, task);
              DriveStorm.task(task);
            }
            marks.begin(thread, tasks);
            disturbance.await();
            boolean interrupted = Thread.interrupted();
            long start = System.nanoTime();
            // This returns at once only if there is a permit.
            LockSupport.parkNanos(60_000_000_000L);
            kept[thread] = interrupted && System.nanoTime() - start < 30_000_000_000L;
          };
      threads.add(args[1].equals("virtual") ? virtual(work) : new Thread(work));
    }
    threads.forEach(Thread::start);
    disturbance.run(Path.of(args[0] + ".still"), threads);
    int lost = 0;
    for (int i = 0; i < count; i++) {
      threads.get(i).join();
      lost += kept[i] ? 0 : 1;
    }
    System.out.println(lost + " lost the interrupt or the permit");
  }

  /** Uses reflection, because this program also runs on JDKs without virtual threads. */
  private static Thread virtual(Runnable work) throws ReflectiveOperationException {
    Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
    Class<?> type = Class.forName("java.lang.Thread$Builder");
    return (Thread) type.getMethod("unstarted", Runnable.class).invoke(builder, work);
  }

  private static final class Disturbance {
    private volatile boolean done;

    void run(Path when, List<Thread> threads) throws InterruptedException {
      while (!Files.exists(when)) {
        Thread.sleep(20);
      }
      for (Thread thread : threads) {
        thread.interrupt();
        LockSupport.unpark(thread);
      }
      done = true;
      System.out.println("disturbed");
    }

    /** Waits without parking, and without clearing the interrupt or the permit. */
    void await() {
      while (!done) {
        Thread.onSpinWait();
      }
    }
  }
}
