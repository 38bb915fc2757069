import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;

/** Makes loaders that filter classes, define a class twice, are unloaded, or serve many threads. */
public class Loaders {
  /**
   * A loader like OSGi's. It gets only {@code java.*} classes from the JVM's bootstrap loader, and
   * finds all other classes itself.
   */
  static class Filtering extends ClassLoader {
    static {
      registerAsParallelCapable();
    }

    Filtering() {
      super(null);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      synchronized (getClassLoadingLock(name)) {
        Class<?> known = findLoadedClass(name);
        if (known != null) {
          return known;
        }
        return name.startsWith("java.") ? Class.forName(name, resolve, null) : findClass(name);
      }
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      try (InputStream in = Loaders.class.getResourceAsStream("/" + name + ".class")) {
        if (in == null) {
          throw new ClassNotFoundException(name);
        }
        byte[] bytes = in.readAllBytes();
        return defineClass(name, bytes, 0, bytes.length);
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }
  }

  public static void main(String[] args) throws Exception {
    Books.loop(100);
    ClassLoader first = new Filtering();
    ClassLoader second = new Filtering();
    run(first, 200);
    run(second, 300);
    run(first, 400);
    twice();
    unload();
    parallel();
    Books.print();
  }

  private static void run(ClassLoader loader, int n) throws Exception {
    Class<?> work = loader.loadClass("Work");
    Object sum = work.getMethod("run", int.class).invoke(null, n);
    if (work == Work.class || !sum.equals(expected(n))) {
      throw new AssertionError(sum);
    }
    Books.enter(n);
  }

  /** Asks the JVM to define a class twice in one loader, as can happen in a race. */
  private static void twice() throws Exception {
    Filtering loader = new Filtering();
    run(loader, 7);
    try {
      loader.findClass("Work");
    } catch (LinkageError duplicate) {
      System.out.println(duplicate.getMessage().replaceAll("@[0-9a-f]+", "@"));
    }
    run(loader, 9);
  }

  /** Computes the same sum as Work.loop, without a call of Work.loop that would be counted. */
  private static int expected(int n) {
    int sum = 0;
    for (int i = 0; i < n; i++) {
      sum = i % 3 == 0 ? sum + i : sum ^ i;
    }
    return sum;
  }

  private static void unload() throws Exception {
    List<WeakReference<ClassLoader>> gone = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      ClassLoader loader = new Filtering();
      run(loader, i);
      gone.add(new WeakReference<>(loader));
      if (i % 10 == 9) {
        loader = null;
        System.gc();
      }
    }
    for (int i = 0; i < 50 && gone.stream().noneMatch(loader -> loader.get() == null); i++) {
      System.gc();
      Thread.sleep(10);
    }
    System.out.println("some gone " + gone.stream().anyMatch(loader -> loader.get() == null));
  }

  /** Runs threads that load the same classes through one loader, each thread in another order. */
  private static void parallel() throws Exception {
    for (int round = 0; round < 3; round++) {
      ClassLoader loader = new Filtering();
      CountDownLatch together = new CountDownLatch(8);
      List<Thread> threads = new ArrayList<>();
      List<String> failures = Collections.synchronizedList(new ArrayList<>());
      for (int t = 0; t < 8; t++) {
        int seed = t;
        threads.add(
            new Thread(
                () -> {
                  List<Integer> order = new ArrayList<>();
                  for (int i = 0; i < Parts.COUNT; i++) {
                    order.add(i);
                  }
                  Collections.shuffle(order, new Random(seed));
                  together.countDown();
                  try {
                    together.await();
                    for (int i : order) {
                      Class.forName("Parts$P" + i, true, loader)
                          .getMethod("run", int.class)
                          .invoke(null, 10);
                    }
                  } catch (Exception e) {
                    failures.add(e.toString());
                  }
                }));
      }
      threads.forEach(Thread::start);
      for (Thread thread : threads) {
        thread.join();
      }
      System.out.println("failures " + failures);
    }
  }
}
