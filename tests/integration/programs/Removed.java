import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntToLongFunction;
import java.util.function.IntUnaryOperator;

/**
 * Prints a line for each operation: the operation's name, and how many bytes a call allocates after
 * C2 has compiled the operation. If C2 inlines enough, the operations' objects and locks are
 * removed.
 */
public class Removed {
  private static final int BATCH = 20_000;
  private static final int MOST_BATCHES = 200;

  static volatile long sink;

  /** A random-number generator that has a lock and a large initialiser. */
  static final class Generator {
    private final double[] values = new double[17];
    private int i;
    private int j;

    Generator(int seed) {
      initialize(seed);
    }

    private void initialize(int seed) {
      int jseed = Math.min(Math.abs(seed), 65535);
      if (jseed % 2 == 0) {
        --jseed;
      }
      int k0 = 9069 % 256;
      int k1 = 9069 / 256;
      int j0 = jseed % 256;
      int j1 = jseed / 256;
      for (int loop = 0; loop < 17; ++loop) {
        jseed = j0 * k0;
        j1 = (jseed / 256 + j0 * k1 + j1 * k0) % 128;
        j0 = jseed % 256;
        values[loop] = (j0 + 256 * j1) * 0.5;
      }
      i = 4;
      j = 16;
    }

    synchronized double next() {
      double k = values[i] - values[j];
      if (k < 0) {
        k += 65535;
      }
      values[j] = k;
      if (i == 0) {
        i = 16;
      } else {
        i--;
      }
      if (j == 0) {
        j = 16;
      } else {
        j--;
      }
      return k;
    }
  }

  /** C2 removes the generator and its lock. The array stays, because its indices are variables. */
  static long generator(int n) {
    Generator generator = new Generator(n);
    double sum = 0;
    for (int count = 0; count < 8; count++) {
      sum += generator.next();
    }
    return (long) sum;
  }

  static final class Vector {
    final double x;
    final double y;

    Vector(double x, double y) {
      this.x = x;
      this.y = y;
    }

    Vector plus(Vector other) {
      return new Vector(x + other.x, y + other.y);
    }

    Vector times(double factor) {
      return new Vector(x * factor, y * factor);
    }

    Vector clamped() {
      return x < 0 ? new Vector(0, y) : this;
    }
  }

  static long vectors(int n) {
    Vector one = new Vector(n, 1);
    double sum = 0;
    for (int count = 0; count < 4; count++) {
      Vector sums = one.plus(one.times(count)).clamped();
      sum += sums.x * sums.y;
    }
    return (long) sum;
  }

  static final String[] NAMES = {"a", "bb", "ccc", "dddd"};

  static final class Names implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return new Iterator<String>() {
        private int at;

        @Override
        public boolean hasNext() {
          return at < NAMES.length;
        }

        @Override
        public String next() {
          return NAMES[at++];
        }
      };
    }
  }

  private static final Names ITERABLE = new Names();

  static long iterators(int n) {
    long sum = n;
    for (String name : ITERABLE) {
      sum += name.length();
    }
    return sum;
  }

  private static final List<String> LIST = new ArrayList<>(List.of(NAMES));

  static long iteratorsOfLists(int n) {
    long sum = n;
    for (String name : LIST) {
      sum += name.length();
    }
    return sum;
  }

  static Optional<String> name(int n) {
    return n % 8 < 4 ? Optional.of(NAMES[n & 3]) : Optional.empty();
  }

  static long optionals(int n) {
    return name(n).filter(name -> name.length() > 1).orElse("").length();
  }

  static Integer boxed(int n) {
    return n + 1000;
  }

  static long boxes(int n) {
    Integer one = boxed(n);
    Integer other = boxed(one);
    return one + other;
  }

  static long locks(int n) {
    StringBuffer own = new StringBuffer();
    synchronized (own) {
      return n;
    }
  }

  static final class Pair {
    final int quotient;
    final int rest;

    Pair(int quotient, int rest) {
      this.quotient = quotient;
      this.rest = rest;
    }
  }

  static Pair divided(int n, int by) {
    return new Pair(n / by, n % by);
  }

  static long pairs(int n) {
    long sum = 0;
    for (int by = 1; by < 6; by++) {
      Pair pair = divided(n, by);
      sum += pair.quotient > pair.rest ? pair.quotient : pair.rest;
    }
    return sum;
  }

  static long each(IntUnaryOperator operator) {
    long sum = 0;
    for (int n = 0; n < 6; n++) {
      sum += operator.applyAsInt(n);
    }
    return sum;
  }

  static long lambdas(int n) {
    return each(x -> x > 2 ? x + n : x - n);
  }

  static final class Total {
    private int sum;
    private int count;

    Total add(int n) {
      if (n > 0) {
        sum += n;
      }
      count++;
      return this;
    }

    long mean() {
      return sum / count;
    }
  }

  static long builders(int n) {
    return new Total().add(n).add(-n).add(3).add(n & 7).mean();
  }

  /** The JVM doesn't finalize objects of this class, because finalize() does nothing. */
  static final class Finalized {
    final int n;

    Finalized(int n) {
      this.n = n;
    }

    @Override
    @SuppressWarnings({"deprecation", "removal"})
    protected void finalize() {}
  }

  static long finalizers(int n) {
    return new Finalized(n).n;
  }

  static void run(IntToLongFunction operation) {
    long sum = 0;
    for (int n = 0; n < BATCH; n++) {
      sum += operation.applyAsLong(n);
    }
    sink = sum;
  }

  /**
   * Returns the number of bytes per call, rounded down, in the batch that allocates the least.
   * Stops as soon as this number is 0, or after MOST_BATCHES batches.
   */
  static long leastBytes(IntToLongFunction operation) throws InterruptedException {
    com.sun.management.ThreadMXBean threads =
        (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
    long thread = Thread.currentThread().getId();
    long least = Long.MAX_VALUE;
    for (int batch = 1; batch <= MOST_BATCHES && least >= BATCH; batch++) {
      long before = threads.getThreadAllocatedBytes(thread);
      run(operation);
      least = Math.min(least, threads.getThreadAllocatedBytes(thread) - before);
      if (batch % 10 == 0) {
        Thread.sleep(20);
      }
    }
    return least / BATCH;
  }

  public static void main(String[] arguments) throws InterruptedException {
    Map<String, IntToLongFunction> operations = new LinkedHashMap<>();
    operations.put("generator", Removed::generator);
    operations.put("vectors", Removed::vectors);
    operations.put("iterators", Removed::iterators);
    operations.put("iterators of lists", Removed::iteratorsOfLists);
    operations.put("optionals", Removed::optionals);
    operations.put("locks", Removed::locks);
    operations.put("pairs", Removed::pairs);
    operations.put("lambdas", Removed::lambdas);
    operations.put("builders", Removed::builders);
    operations.put("finalizers", Removed::finalizers);
    operations.put("boxes", Removed::boxes);
    for (Map.Entry<String, IntToLongFunction> one : operations.entrySet()) {
      System.out.println(one.getKey() + ": " + leastBytes(one.getValue()));
    }
  }
}
