/**
 * Arguments: file of the marks, seed, number of threads, and the milliseconds after which the
 * program halts (0: never). Thread t runs {@code Worker<t>}. Threads 1, 5, 9 and so on each run one
 * endless activation; the others run rounds. The program runs until it is killed or halts. This
 * class is never instrumented.
 */
public final class Killed {
  static final int HALT_STATUS = 9;
  static volatile int sink;

  private Killed() {}

  public static void main(String[] args) throws Exception {
    int threads = Integer.parseInt(args[2]);
    long seed = Long.parseLong(args[1]);
    long halt = Long.parseLong(args[3]);
    if (halt > 0) {
      new Thread(() -> haltAfter(halt), "halt").start();
    }
    Marks marks = new Marks(args[0], threads);
    for (int t = 0; t < threads; t++) {
      int thread = t;
      Work work = (Work) Class.forName("Worker" + t).getDeclaredConstructor().newInstance();
      int[] random = Randomness.numbers(seed + t, 1024);
      Runnable task =
          t % 4 == 1
              ? () -> work.endless(marks, thread, random)
              : () -> rounds(work, marks, thread, random);
      new Thread(task, "worker-" + t).start();
    }
  }

  private static void rounds(Work work, Marks marks, int thread, int[] random) {
    for (long round = 0; ; round++) {
      marks.begin(thread, round);
      sink = work.round(random, (int) (4 * round & 1023));
    }
  }

  private static void haltAfter(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException unexpected) {
      throw new IllegalStateException(unexpected);
    }
    Runtime.getRuntime().halt(HALT_STATUS);
  }
}
