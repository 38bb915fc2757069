import java.io.ObjectStreamClass;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;

/** Does much that a profiler may disturb. The first argument decides how the program ends. */
public class Everyday implements Serializable {
  @Deprecated private int field = 1;
  static int depth;

  private static class Silent implements Serializable {
    int kept = 2;

    int twice() {
      return 2 * kept;
    }
  }

  public static void main(String[] args) throws Exception {
    String end = args.length == 0 ? "return" : args[0];
    Thread hook =
        new Thread(
            () -> {
              for (int i = 0; i < 5; i++) {
                Books.loop(200);
              }
              Books.print();
            });
    Runtime.getRuntime().addShutdownHook(hook);
    Books.loop(1000);
    threads();
    interrupts();
    permits();
    waits();
    stacks();
    reflection();
    overflow();
    memory(args.length > 1);
    uncaught();
    daemons();
    ends(end);
  }

  private static void threads() throws InterruptedException {
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      int n = 100 * (i + 1);
      threads.add(new Thread(() -> Books.loop(n), "worker " + i));
    }
    threads.forEach(Thread::start);
    for (Thread thread : threads) {
      thread.join();
    }
  }

  private static void interrupts() throws InterruptedException {
    Thread.currentThread().interrupt();
    Books.loop(300);
    System.out.println("interrupted " + Thread.interrupted() + " " + Thread.interrupted());
    CountDownLatch asleep = new CountDownLatch(1);
    Thread sleeper =
        new Thread(
            () -> {
              for (int i = 0; i < 3; i++) {
                try {
                  Books.loop(50);
                  asleep.countDown();
                  Thread.sleep(i == 0 ? 1_000_000 : 1);
                } catch (InterruptedException woken) {
                  System.out.println("woken " + Thread.currentThread().isInterrupted());
                }
              }
            });
    sleeper.start();
    asleep.await();
    sleeper.interrupt();
    sleeper.join();
  }

  /** Gets a permit before a loop, and parks after the loop. A lost permit hangs the program. */
  private static void permits() {
    LockSupport.unpark(Thread.currentThread());
    for (int i = 0; i < 2000; i++) {
      Books.loop(1);
    }
    LockSupport.park();
    System.out.println("parked");
  }

  private static void waits() throws InterruptedException {
    Object lock = new Object();
    boolean[] ready = new boolean[1];
    Thread waker =
        new Thread(
            () -> {
              synchronized (lock) {
                ready[0] = true;
                lock.notifyAll();
              }
            });
    synchronized (lock) {
      waker.start();
      while (!ready[0]) {
        lock.wait();
      }
      System.out.println("holds " + Thread.holdsLock(lock));
    }
    waker.join();
  }

  private static void stacks() {
    for (StackTraceElement frame : new Throwable().getStackTrace()) {
      System.out.println(frame);
    }
    StackWalker.getInstance().forEach(frame -> System.out.println(frame.getMethodName()));
    try {
      for (int i = 0; ; i++) {
        Integer.parseInt(i < 3 ? "1" : "x");
      }
    } catch (NumberFormatException expected) {
      System.out.println(Arrays.toString(expected.getStackTrace()));
    }
  }

  private static void reflection() {
    for (Class<?> type : List.of(Everyday.class, Silent.class, Work.class)) {
      List<String> members = new ArrayList<>();
      Arrays.stream(type.getDeclaredMethods()).forEach(m -> members.add(m.toString()));
      Arrays.stream(type.getDeclaredFields())
          .forEach(f -> members.add(f + Arrays.toString(f.getAnnotations())));
      Arrays.stream(type.getDeclaredConstructors()).forEach(c -> members.add(c.toString()));
      members.sort(null);
      System.out.println(members);
    }
    System.out.println(ObjectStreamClass.lookup(Everyday.class).getSerialVersionUID());
    System.out.println(ObjectStreamClass.lookup(Silent.class).getSerialVersionUID());
    System.out.println(new Silent().twice() + new Everyday().field);
  }

  private static void overflow() {
    int caught = 0;
    for (int i = 0; i < 4; i++) {
      try {
        recurse(i);
      } catch (StackOverflowError full) {
        caught++;
      }
      Books.loop(10);
    }
    System.out.println("overflows " + caught);
  }

  private static int recurse(int n) {
    int sum = 0;
    for (int i = 0; i < 2; i++) {
      sum += recurse(n + i);
    }
    return sum;
  }

  private static void memory(boolean fill) {
    int caught = 0;
    for (int i = 0; i < 3; i++) {
      List<long[]> kept = new ArrayList<>();
      try {
        while (true) {
          kept.add(new long[fill ? 1 << 17 : Integer.MAX_VALUE]);
        }
      } catch (OutOfMemoryError full) {
        kept = null;
        caught++;
      }
      Books.loop(10);
    }
    System.out.println("out of memory " + caught);
  }

  private static void uncaught() throws InterruptedException {
    Thread thread =
        new Thread(
            () -> {
              for (int i = 0; ; i++) {
                Books.loop(i);
                if (i == 7) {
                  throw new IllegalStateException("nobody catches this");
                }
              }
            },
            "careless");
    thread.start();
    thread.join();
  }

  /** Starts daemons that are still looping when the JVM ends. */
  private static void daemons() throws InterruptedException {
    CountDownLatch begun = new CountDownLatch(2);
    for (int i = 0; i < 2; i++) {
      Thread daemon =
          new Thread(
              () -> {
                for (long round = 0; round >= 0; round++) {
                  LockSupport.parkNanos(100_000);
                  if (round == 3) {
                    begun.countDown();
                  }
                }
              });
      daemon.setDaemon(true);
      daemon.start();
    }
    begun.await();
  }

  private static void ends(String end) throws Exception {
    switch (end) {
      case "exit":
        // Several threads end the JVM, each from within its own loop.
        for (int i = 0; i < 3; i++) {
          new Thread(
                  () -> {
                    for (int j = 0; ; j++) {
                      if (j == 20) {
                        System.exit(3);
                      }
                    }
                  })
              .start();
        }
        new CountDownLatch(1).await();
        break;
      case "halt":
        for (int i = 0; ; i++) {
          Books.loop(i);
          if (i == 20) {
            Books.print();
            Runtime.getRuntime().halt(4);
          }
        }
      case "throw":
        for (int i = 0; ; i++) {
          Books.loop(i);
          if (i == 20) {
            throw new IllegalStateException("out of main");
          }
        }
      default:
        break;
    }
  }
}
